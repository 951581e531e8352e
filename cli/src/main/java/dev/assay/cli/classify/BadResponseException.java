package dev.assay.cli.classify;

/** A line, or a dump, in which no response can be read. */
public final class BadResponseException extends Exception {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final int column;

    BadResponseException(long line, int column, String reason) {
        super(reason);
        this.line = line;
        this.column = column;
    }

    /** Where, such as {@code file.jsonl:3:17: status: missing (expected: 100 to 599)}. */
    public String in(String file) {
        return file + ":" + line + ":" + column + ": " + getMessage();
    }

    public long line() {
        return line;
    }

    public int column() {
        return column;
    }
}
