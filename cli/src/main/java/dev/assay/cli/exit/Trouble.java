package dev.assay.cli.exit;

import org.jspecify.annotations.Nullable;

/**
 * Expected trouble that ends a command: one line that says what and where, one that says what to do. Only the root
 * command catches it.
 */
public final class Trouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;
    private final String advice;

    /** @param advice what to do about it; empty when the message says so already */
    public Trouble(ExitCode code, String message, String advice) {
        this(code, message, advice, null);
    }

    public Trouble(ExitCode code, String message, String advice, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.advice = advice;
    }

    public ExitCode code() {
        return code;
    }

    public String advice() {
        return advice;
    }
}
