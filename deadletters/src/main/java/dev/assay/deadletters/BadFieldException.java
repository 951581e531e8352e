package dev.assay.deadletters;

/** A value that somebody gave cannot be used; its message names the field, the value and what was expected. */
public final class BadFieldException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String field;

    /**
     * @param field path of the field, such as {@code job.maxTokens}
     * @param reason what is wrong with it
     */
    BadFieldException(String field, String reason) {
        super(field + ": " + reason);
        this.field = field;
    }

    /** Path of the field. */
    public String field() {
        return field;
    }
}
