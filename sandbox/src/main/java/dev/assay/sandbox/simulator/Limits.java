package dev.assay.sandbox.simulator;

import org.jspecify.annotations.Nullable;

/**
 * The provider's limits; what is left out is unlimited.
 *
 * @param rpm requests in any 60 s
 * @param tpm tokens in any 60 s: while a call runs its input and the output asked for, then what it used
 * @param concurrency calls at the same time
 * @param scope what has limits of its own; an account is an API key
 */
public record Limits(
        @Nullable Integer rpm,
        @Nullable Integer tpm,
        @Nullable Integer concurrency,
        @Nullable Scope scope) {
    public static final Limits NONE = new Limits(null, null, null, null);

    /** What has limits of its own. */
    public enum Scope {
        /** Each model of each account. */
        MODEL,
        /** Each account, whatever the model. */
        ACCOUNT
    }

    public Limits {
        requirePositive("rpm", rpm);
        requirePositive("tpm", tpm);
        requirePositive("concurrency", concurrency);
    }

    public static Limits perMinute(int requests, int tokens) {
        return new Limits(requests, tokens, null, null);
    }

    public static Limits concurrent(int calls) {
        return new Limits(null, null, calls, null);
    }

    private static void requirePositive(String name, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
