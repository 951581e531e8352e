package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.Optional;

/** Gives each call the shorter of the lane's limit and what is left of the job's time, and makes none without time. */
final class DeadlineCall implements ModelCall {
    private final ModelCall delegate;
    private final Clock clock;

    DeadlineCall(ModelCall delegate, Clock clock) {
        this.delegate = delegate;
        this.clock = clock;
    }

    @Override
    public Reply call(CallRequest request) {
        long now = clock.nanos();
        if (request.deadlineNanos() - now <= 0) {
            return new Reply.Refused(
                    FailureKind.DEADLINE_EXCEEDED, "the deadline is over", Duration.ZERO, Optional.empty());
        }
        Duration cap = request.limits().totalFor(request.maxTokens()).plus(request.extraWait());
        long capped = now + cap.toNanos();
        return delegate.call(capped - request.deadlineNanos() < 0 ? request.endingAt(capped) : request);
    }

    @Override
    public String toString() {
        return "deadline(" + delegate + ")";
    }
}
