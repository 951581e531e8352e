package dev.assay.worker.gate;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.LimitScope;
import java.time.Duration;
import java.util.Optional;

/** What a call's end tells about limits and accounts. */
public sealed interface Signal {
    /** The provider took the call up: neither a limit nor the account stood in its way. */
    record LetIn() implements Signal {}

    /** Nothing: there was no reply, or one that says nothing of limits. */
    record Nothing() implements Signal {}

    /**
     * A limit that time lifts.
     *
     * @param scope what it is a limit of
     * @param hint how long the provider asks to wait; empty or zero where it does not say
     * @param message the provider's words, redacted
     */
    record Limited(LimitScope scope, Optional<Duration> hint, String message) implements Signal {}

    /** Too many calls at once; waiting alone does not help. */
    record TooMany(String message) implements Signal {}

    /**
     * The account has no money, or its key is refused.
     *
     * @param kind QUOTA_EXHAUSTED or AUTH_FAILED
     * @param rule the failure rule that recognised it
     * @param message the provider's words, redacted
     */
    record Barred(FailureKind kind, String rule, String message) implements Signal {}
}
