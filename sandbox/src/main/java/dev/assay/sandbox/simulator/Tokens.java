package dev.assay.sandbox.simulator;

/** Counts tokens by a fixed rule, four characters each: plausible for English, and the same on every machine. */
final class Tokens {
    static final int CHARS = 4;

    private Tokens() {}

    static int of(String text) {
        return (text.length() + CHARS - 1) / CHARS;
    }

    /** The start of a text that has that many tokens. */
    static String first(String text, int tokens) {
        long chars = (long) tokens * CHARS;
        return chars >= text.length() ? text : text.substring(0, (int) chars);
    }
}
