package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.wire.Headers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Holds calls to the {@link Limits}, and says in a refusal what a provider says. */
final class Limiter {
    /** Names of models come from clients: beyond this many they share one account of use. */
    private static final int MOST_SCOPES = 1_000;

    private static final class Use {
        private final SlidingWindow window = new SlidingWindow();
        private int inFlight;
    }

    private final Limits limits;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Use> uses = new HashMap<>();

    Limiter(Limits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Lets a call through or refuses it; a refused one uses nothing.
     *
     * @param asked its input and the output that it asked for, in tokens
     */
    Admission admit(String account, String model, long asked) {
        lock.lock();
        try {
            Use use = use(limits.scope() == Limits.Scope.ACCOUNT ? account : account + "\n" + model);
            long now = clock.nanos();
            Fault.@Nullable Canned refusal = refusal(use, model, asked, now);
            if (refusal != null) {
                return new Admission.Refused(headers(use, now), refusal);
            }
            use.inFlight++;
            SlidingWindow.Taken taken = use.window.take(now, asked);
            return new Admission.Granted(headers(use, now), now, used -> release(use, taken, used));
        } finally {
            lock.unlock();
        }
    }

    private void release(Use use, SlidingWindow.Taken taken, long used) {
        lock.lock();
        try {
            use.inFlight--;
            taken.correct(used);
        } finally {
            lock.unlock();
        }
    }

    private Use use(String scope) {
        return uses.computeIfAbsent(uses.size() < MOST_SCOPES || uses.containsKey(scope) ? scope : "", s -> new Use());
    }

    private Fault.@Nullable Canned refusal(Use use, String model, long asked, long now) {
        if (limits.concurrency() != null && use.inFlight >= limits.concurrency()) {
            return CannedErrors.json(
                    429,
                    "Too many concurrent requests for `" + model + "`: Limit " + limits.concurrency() + ", Used "
                            + use.inFlight + ", Requested 1. Lower the number in flight.",
                    "rate_limit_error",
                    null,
                    "concurrency_limit_reached");
        }
        if (limits.tpm() != null && asked > limits.tpm()) {
            return CannedErrors.rateLimited(
                    "This request is too large for `" + model + "`: tokens per minute (TPM), Limit " + limits.tpm()
                            + ", Requested " + asked + ". Make the input or the output smaller.",
                    "tokens",
                    Duration.ZERO);
        }
        if (limits.rpm() != null && use.window.requests(now) >= limits.rpm()) {
            Duration wait = use.window.untilRequests(now, limits.rpm() - 1L);
            return tooMany(
                    "requests", "requests per minute (RPM)", model, limits.rpm(), use.window.requests(now), 1, wait);
        }
        if (limits.tpm() != null && use.window.tokens(now) + asked > limits.tpm()) {
            Duration wait = use.window.untilTokens(now, limits.tpm() - asked);
            return tooMany(
                    "tokens", "tokens per minute (TPM)", model, limits.tpm(), use.window.tokens(now), asked, wait);
        }
        return null;
    }

    private static Fault.Canned tooMany(
            String what, String unit, String model, long limit, long used, long asked, Duration wait) {
        String message = "Too many " + what + " for `" + model + "`: " + unit + ", Limit " + limit + ", Used " + used
                + ", Requested " + asked + ". Please try again in " + CannedErrors.prose(wait) + ".";
        return CannedErrors.rateLimited(message, what, wait);
    }

    private Headers headers(Use use, long now) {
        Headers headers = Headers.NONE;
        String reset = CannedErrors.prose(use.window.untilEmpty(now));
        if (limits.rpm() != null) {
            headers = about(headers, "requests", limits.rpm(), limits.rpm() - use.window.requests(now), reset);
        }
        if (limits.tpm() != null) {
            headers = about(headers, "tokens", limits.tpm(), limits.tpm() - use.window.tokens(now), reset);
        }
        return headers;
    }

    private static Headers about(Headers headers, String what, long limit, long remaining, String reset) {
        return headers.with("x-ratelimit-limit-" + what, String.valueOf(limit))
                .with("x-ratelimit-remaining-" + what, String.valueOf(Math.max(0, remaining)))
                .with("x-ratelimit-reset-" + what, reset);
    }
}
