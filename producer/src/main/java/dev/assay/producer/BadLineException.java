package dev.assay.producer;

/** A line that is no job; thrown where it is noticed, deep in a line's value, and made a {@link Problem} in one place. */
final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    /**
     * @param column place in the line from 1; 0 where it is not known
     */
    BadLineException(int column, String reason) {
        // Without a stack trace: a file of a million bad lines is read as fast as one of good ones.
        super(reason, null, false, false);
        this.column = column;
    }

    int column() {
        return column;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
