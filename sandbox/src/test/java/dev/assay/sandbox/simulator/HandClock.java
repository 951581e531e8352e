package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that a test moves. */
final class HandClock implements Clock {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private volatile Duration since = Duration.ZERO;

    void move(Duration step) {
        since = since.plus(step);
    }

    @Override
    public Instant now() {
        return START.plus(since);
    }

    @Override
    public long nanos() {
        return since.toNanos();
    }

    @Override
    public void pause(Duration duration) {
        move(duration);
    }
}
