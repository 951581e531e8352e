package dev.assay.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The machine's clock, cut to milliseconds because records hold no more. */
enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }
}
