package dev.assay.benchmarks;

/** Something that was measured did not do its work rightly; ends the benchmark without a figure. */
final class NotRightException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotRightException(String message) {
        super(message);
    }

    static void when(boolean wrong, String message) {
        if (wrong) {
            throw new NotRightException(message);
        }
    }
}
