package dev.assay.worker;

import dev.assay.runtime.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that runs ahead, so that pauses of a minute pass in a second. */
final class FastClock implements Clock {
    private final Clock real = Clock.system();
    private final Instant start = real.now();
    private final long startNanos = real.nanos();
    private final int factor;

    FastClock(int factor) {
        this.factor = factor;
    }

    @Override
    public Instant now() {
        return start.plus(Duration.ofNanos(nanos() - startNanos));
    }

    @Override
    public long nanos() {
        return startNanos + (real.nanos() - startNanos) * factor;
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
        real.pause(duration.dividedBy(factor));
    }
}
