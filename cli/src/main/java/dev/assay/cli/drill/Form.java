package dev.assay.cli.drill;

/** How much a matrix takes its time; what is asserted is the same. */
enum Form {
    /** A minute or two, for every day. */
    SHORT,
    /** The real durations and counts. */
    FULL;

    <T> T pick(T inShort, T inFull) {
        return this == FULL ? inFull : inShort;
    }
}
