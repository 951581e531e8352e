package dev.assay.producer;

/** One line of an input. */
sealed interface Line {
    /** Its number, from 1. */
    long number();

    /**
     * A line that is text.
     *
     * @param number its number, from 1
     * @param text what it says, without its end
     * @param end the line end that stood behind it, empty at the end of the input
     */
    record Text(long number, String text, String end) implements Line {}

    /**
     * A line that is no text, or too long to be held.
     *
     * @param number its number, from 1
     * @param column where it stops being text, from 1; 0 for all of it
     * @param reason what is wrong with it
     */
    record Bad(long number, int column, String reason) implements Line {}
}
