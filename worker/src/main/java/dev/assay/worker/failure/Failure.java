package dev.assay.worker.failure;

import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.Optional;

/**
 * What went wrong, translated.
 *
 * @param kind which of the kinds
 * @param scope what the limit is of, for limits
 * @param waitClass what kind of waiting helps, for limits
 * @param waitHint how long to wait as far as the provider tells: the largest of its hints, or what the rule knows
 *     better (a day's quota with a hint of seconds)
 * @param rule name of the rule that decided; the name of the reading where no rule was asked, such as {@code broken}
 * @param fromProxy whether something on the way answered in the model's place (an empty or HTML body under 200)
 * @param message in words, bounded and redacted
 * @param excerpt the first of the response body, bounded and redacted; empty when there was none
 * @param limit what it says of the limit, for limits
 */
public record Failure(
        FailureKind kind,
        LimitScope scope,
        WaitClass waitClass,
        Optional<Duration> waitHint,
        String rule,
        boolean fromProxy,
        String message,
        String excerpt,
        LimitSaid limit) {
    /** A failure that says nothing of a limit's amounts. */
    public Failure(
            FailureKind kind,
            LimitScope scope,
            WaitClass waitClass,
            Optional<Duration> waitHint,
            String rule,
            boolean fromProxy,
            String message,
            String excerpt) {
        this(kind, scope, waitClass, waitHint, rule, fromProxy, message, excerpt, LimitSaid.NOTHING);
    }

    /** A failure without a limit. */
    public static Failure of(FailureKind kind, String rule, String message, String excerpt) {
        return new Failure(kind, LimitScope.NONE, WaitClass.NONE, Optional.empty(), rule, false, message, excerpt);
    }
}
