package dev.assay.worker.simulation;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.GateClosed;
import dev.assay.worker.breaker.Breaker;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.breaker.Entry;
import dev.assay.worker.breaker.Outcome;
import dev.assay.worker.breaker.Permit;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.gate.Announcer;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.Moment;
import dev.assay.worker.gate.ProbePace;
import dev.assay.worker.gate.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The breaker of a model and, inside it, the worker's gates, as its pipeline has them. */
final class WorkerGuard implements Guard {
    private final EventLoop loop;
    private final Candidate candidate;
    private final Breaker breaker;
    private final Gates gates;

    WorkerGuard(EventLoop loop, Candidate candidate, Gates gates) {
        this.loop = loop;
        this.candidate = candidate;
        this.gates = gates;
        breaker = new Breaker(BreakerSettings.standard(), loop.now());
    }

    /** The gates of a worker that is alone in its fleet. */
    static Gates gates(Random random) {
        return new Gates(
                "simulated", new ProbePace(Duration.ofMinutes(1), Duration.ofMinutes(15)), new Nobody(), random);
    }

    @Override
    public Way enter(long now, Duration deference) {
        return switch (breaker.enter(now, deference)) {
            case Entry.Refused(Duration pause, String why) ->
                new Way.Barred(new Reply.Refused(FailureKind.CIRCUIT_OPEN, why, pause, Optional.empty()));
            case Entry.Admitted(Permit permit) -> enterGate(permit, deference);
        };
    }

    private Way enterGate(Permit permit, Duration deference) {
        return switch (gates.enter(candidate.account(), candidate.model(), deference, moment())) {
            case dev.assay.worker.gate.Entry.Closed(var kind, var cause, var message, var pause, var heldBy) -> {
                breaker.leave(permit, Outcome.UNCOUNTED, loop.now());
                yield new Way.Barred(new Reply.Refused(kind, cause, message, pause, heldBy));
            }
            case dev.assay.worker.gate.Entry.Admitted(var ofGate) ->
                new Way.Free(failure -> {
                    ofGate.settle(signal(failure), moment());
                    breaker.leave(permit, failure.map(Outcome::of).orElse(Outcome.GOOD), loop.now());
                });
        };
    }

    private Moment moment() {
        return new Moment(loop.now(), TimeUnit.NANOSECONDS.toMillis(loop.now()));
    }

    private static Signal signal(Optional<Failure> failure) {
        if (failure.isEmpty()) {
            return new Signal.LetIn();
        }
        Failure why = failure.get();
        return why.kind() == FailureKind.RATE_LIMITED
                ? new Signal.Limited(why.scope(), why.waitHint(), why.message())
                : new Signal.Nothing();
    }

    /** There is no fleet to tell. */
    private static final class Nobody implements Announcer {
        @Override
        public void blocked(AccountBlock block) {}

        @Override
        public void unblocked(AccountUnblock unblock) {}

        @Override
        public void closed(GateClosed gate) {}
    }
}
