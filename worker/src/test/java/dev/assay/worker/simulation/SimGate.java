package dev.assay.worker.simulation;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.Optional;

/** A gate that a 429 closes until its hint is over; then one call probes, and its answer opens it. */
final class SimGate {
    private static final Duration SHORT = Duration.ofMillis(200);

    private boolean closed;
    private long until;
    private boolean probing;

    /** From now until a call may go; zero when it may. */
    Duration pause(long now) {
        if (!closed || (now >= until && !probing)) {
            return Duration.ZERO;
        }
        Duration left = Duration.ofNanos(until - now);
        return left.compareTo(SHORT) > 0 ? left : SHORT;
    }

    /** Lets a call go that need not pause; whether it is the probe. */
    boolean enter() {
        probing = probing || closed;
        return closed;
    }

    void left(boolean probe, Optional<Failure> failure, long now) {
        probing = probing && !probe;
        Optional<Failure> limit = failure.filter(why -> why.kind() == FailureKind.RATE_LIMITED);
        if (limit.isPresent()) {
            closed = true;
            until = Math.max(
                    until,
                    now + limit.get().waitHint().orElse(Duration.ofSeconds(5)).toNanos());
        } else if (probe) {
            closed = false;
        }
    }
}
