package dev.assay.producer;

/**
 * One thing that is wrong with an input, and where.
 *
 * @param source the input's name, such as its file name
 * @param line line number from 1; 0 where the input as a whole is meant
 * @param column place in the line from 1, in UTF-16 units; 0 where it is not known
 * @param reason what is wrong, naming field and value, and what was expected
 */
public record Problem(String source, long line, int column, String reason) {
    static Problem ofWhole(String source, String reason) {
        return new Problem(source, 0, 0, reason);
    }

    /** {@code file:line:column: reason}, in the form that editors jump to. */
    @Override
    public String toString() {
        return source + (line > 0 ? ":" + line : "") + (line > 0 && column > 0 ? ":" + column : "") + ": " + reason;
    }
}
