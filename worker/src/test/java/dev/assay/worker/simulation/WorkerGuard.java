package dev.assay.worker.simulation;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.breaker.Breaker;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.breaker.Entry;
import dev.assay.worker.breaker.Outcome;
import dev.assay.worker.breaker.Permit;
import dev.assay.worker.call.Reply;
import java.time.Duration;
import java.util.Optional;

/** The breaker and, inside it, the gate of one model, as a worker's pipeline has them. */
final class WorkerGuard implements Guard {
    private final EventLoop loop;
    private final Breaker breaker;
    private final SimGate gate = new SimGate();

    WorkerGuard(EventLoop loop) {
        this.loop = loop;
        breaker = new Breaker(BreakerSettings.standard(), loop.now());
    }

    @Override
    public Way enter(long now) {
        return switch (breaker.enter(now)) {
            case Entry.Refused(Duration pause, String why) -> barred(FailureKind.CIRCUIT_OPEN, why, pause);
            case Entry.Admitted(Permit permit) -> enterGate(permit, now);
        };
    }

    private Way enterGate(Permit permit, long now) {
        Duration pause = gate.pause(now);
        if (pause.isPositive()) {
            breaker.leave(permit, Outcome.UNCOUNTED, now);
            return barred(FailureKind.RATE_LIMITED, "closed", pause);
        }
        boolean probe = gate.enter();
        return new Way.Free(failure -> {
            gate.left(probe, failure, loop.now());
            breaker.leave(permit, failure.map(Outcome::of).orElse(Outcome.GOOD), loop.now());
        });
    }

    private static Way barred(FailureKind kind, String why, Duration pause) {
        return new Way.Barred(new Reply.Refused(kind, why, pause, Optional.empty()));
    }
}
