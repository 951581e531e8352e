package dev.assay.scorer.offline;

/** What is wrong with a line, and where in it. */
final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    BadLineException(int column, String reason) {
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
