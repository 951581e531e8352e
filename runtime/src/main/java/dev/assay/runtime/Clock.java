package dev.assay.runtime;

import java.time.Duration;
import java.time.Instant;

/**
 * The one source of time. {@link #now} is for what is written down and may step; {@link #nanos} is for what is
 * measured and never goes back. Arithmetic takes time as an argument instead of a clock.
 */
public interface Clock {
    Instant now();

    /** Monotonic nanoseconds from an arbitrary start. */
    long nanos();

    /**
     * Waits that long, no shorter.
     *
     * @throws InterruptedException when the thread is interrupted, at once if it was before
     */
    void pause(Duration duration) throws InterruptedException;

    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
