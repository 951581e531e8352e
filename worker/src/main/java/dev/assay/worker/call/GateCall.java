package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.WaitClass;
import dev.assay.worker.gate.Entry;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.Moment;
import dev.assay.worker.gate.Permit;
import dev.assay.worker.gate.Signal;
import dev.assay.worker.meters.GateMeters;

/**
 * Lets a call go only where no limit is known to be reached and its account is not blocked, and tells the gates what
 * became of it. It never waits: while a gate is closed the answer is a refusal with the time to come back.
 */
final class GateCall implements ModelCall {
    private static final Signal LET_IN = new Signal.LetIn();
    private static final Signal NOTHING = new Signal.Nothing();

    private final ModelCall delegate;
    private final Gates gates;
    private final GateMeters meters;
    private final Clock clock;

    GateCall(ModelCall delegate, Gates gates, GateMeters meters, Clock clock) {
        this.delegate = delegate;
        this.gates = gates;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public Reply call(CallRequest request) {
        Candidate candidate = request.candidate();
        return switch (gates.enter(candidate.account(), candidate.model(), request.deference(), now())) {
            case Entry.Closed(var kind, var cause, var message, var pause, var heldBy) -> {
                meters.refused(candidate.account(), candidate.model(), kind);
                yield new Reply.Refused(kind, cause, message, pause, heldBy);
            }
            case Entry.Admitted(Permit permit) -> callWith(permit, request);
        };
    }

    private Reply callWith(Permit permit, CallRequest request) {
        Signal signal = NOTHING;
        try {
            Reply reply = delegate.call(request);
            signal = signal(reply);
            return reply;
        } finally {
            permit.settle(signal, now());
        }
    }

    private Moment now() {
        return new Moment(clock.nanos(), clock.now().toEpochMilli());
    }

    private static Signal signal(Reply reply) {
        return switch (reply) {
            case Reply.Answered answered -> LET_IN;
            case Reply.Declined declined -> LET_IN;
            // A failure without an attempt is one of Assay's own: nobody was called.
            case Reply.Failed failed -> failed.attempts().isEmpty() ? NOTHING : signal(failed.failure());
            case Reply.Refused refused -> NOTHING;
            case Reply.Cancelled cancelled -> NOTHING;
        };
    }

    private static Signal signal(Failure failure) {
        return switch (failure.kind()) {
            case RATE_LIMITED ->
                failure.waitClass() == WaitClass.CONCURRENCY
                        ? new Signal.TooMany(failure.message())
                        : new Signal.Limited(failure.scope(), failure.waitHint(), failure.message());
            case QUOTA_EXHAUSTED, AUTH_FAILED -> new Signal.Barred(failure.kind(), failure.rule(), failure.message());
            case MODEL_GONE, CONTENT_FILTERED, CONTEXT_TOO_LONG, BAD_REQUEST, TRUNCATED, STREAM_BROKEN -> LET_IN;
            case BAD_RESPONSE -> failure.fromProxy() ? NOTHING : LET_IN;
            // Too large for ever says nothing of others; an outage hides what limits would say.
            case NEVER_FITS, TRANSIENT, OVERLOADED, TIMEOUT, UNKNOWN -> NOTHING;
            case CANCELLED,
                    CONCURRENCY_EXHAUSTED,
                    RPM_EXHAUSTED,
                    TOKEN_BUDGET_EXHAUSTED,
                    TENANT_QUOTA_EXHAUSTED,
                    CIRCUIT_OPEN,
                    PROVIDER_BLOCKED,
                    KILLED,
                    QUEUE_FULL,
                    DEADLINE_EXCEEDED,
                    LEDGER_SILENT -> NOTHING;
        };
    }

    @Override
    public String toString() {
        return "gate(" + delegate + ")";
    }
}
