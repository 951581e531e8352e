package dev.assay.deadletters;

/**
 * Who deals with dead letters, and why; kept with each mark.
 *
 * @param by user and host
 * @param reason why, in a person's words
 */
public record Signature(String by, String reason) {
    /** Longest reason, in characters. */
    public static final int MAX_REASON = 500;

    public Signature {
        if (reason.isBlank() || reason.length() > MAX_REASON) {
            throw new IllegalArgumentException(
                    "reason: " + reason.length() + " characters (expected: 1 to " + MAX_REASON + ", not all blank)");
        }
    }
}
