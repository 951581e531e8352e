package dev.assay.worker;

import dev.assay.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that a test moves; whoever waits on it moves it too, and is written down. */
public final class HandClock implements Clock {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Every pause that was made, in order. */
    public final List<Duration> pauses = new ArrayList<>();

    private Duration since = Duration.ZERO;

    public void move(Duration step) {
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
    public void pause(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pauses.add(duration);
        move(duration);
    }
}
