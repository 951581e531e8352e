package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.breaker.Entry;
import dev.assay.worker.breaker.Outcome;
import dev.assay.worker.breaker.Permit;
import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Keeps calls from a model that fails, and tells its breaker how those ended that were let through. */
final class BreakerCall implements ModelCall {
    /** The client counts milliseconds and ends a call a little before the job's end. */
    private static final long END_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ModelCall delegate;
    private final Breakers breakers;
    private final Clock clock;

    BreakerCall(ModelCall delegate, Breakers breakers, Clock clock) {
        this.delegate = delegate;
        this.breakers = breakers;
        this.clock = clock;
    }

    @Override
    public Reply call(CallRequest request) {
        Candidate candidate = request.candidate();
        return switch (breakers.enter(candidate.provider(), candidate.model(), request.deference())) {
            case Entry.Admitted(Permit permit) -> through(permit, request);
            case Entry.Refused(var pause, String why) ->
                new Reply.Refused(FailureKind.CIRCUIT_OPEN, candidate + ": " + why, pause, Optional.empty());
        };
    }

    private Reply through(Permit permit, CallRequest request) {
        // What an exception ends is a bug of Assay's own, not the model's.
        Outcome outcome = Outcome.UNCOUNTED;
        Duration waited = Duration.ZERO;
        long start = clock.nanos();
        try {
            Reply reply = delegate.call(request);
            waited = waited(reply, request);
            outcome = outcome(reply, request, start + waited.toNanos());
            return reply;
        } finally {
            breakers.leave(request.candidate().provider(), request.candidate().model(), permit, outcome, waited);
        }
    }

    /** How long a call waited for room behind this stage before it was made. */
    private static Duration waited(Reply reply, CallRequest request) {
        return reply.attempts().stream()
                .findFirst()
                .map(first -> Duration.ofMillis(first.getPermitWaitMillis()).minus(request.permitWait()))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
    }

    private Outcome outcome(Reply reply, CallRequest request, long start) {
        return switch (reply) {
            case Reply.Answered answered -> Outcome.GOOD;
            case Reply.Declined declined -> Outcome.of(declined.failure());
            case Reply.Failed failed ->
                isCutShort(failed.failure(), request, start) ? Outcome.UNCOUNTED : Outcome.of(failed.failure());
            case Reply.Refused refused -> Outcome.UNCOUNTED;
            case Reply.Cancelled cancelled -> Outcome.UNCOUNTED;
        };
    }

    /**
     * Whether the job's own end cut the call, after less time than the lane allows for silence: no fault of the
     * model's.
     *
     * @param start when the call was made, in monotonic nanoseconds
     */
    private boolean isCutShort(Failure failure, CallRequest request, long start) {
        return failure.kind() == FailureKind.TIMEOUT
                && request.deadlineNanos() - start < request.limits().read().toNanos()
                && request.deadlineNanos() - clock.nanos() < END_MARGIN_NANOS;
    }

    @Override
    public String toString() {
        return "breaker(" + delegate + ")";
    }
}
