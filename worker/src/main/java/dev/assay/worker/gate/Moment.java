package dev.assay.worker.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * One moment on both clocks: the one that is measured by, and the one that is written down.
 *
 * @param nanos monotonic nanoseconds
 * @param epochMillis wall-clock time
 */
public record Moment(long nanos, long epochMillis) {
    /** When that monotonic time is, on the wall clock. */
    Instant wallTimeOf(long otherNanos) {
        return Instant.ofEpochMilli(epochMillis + TimeUnit.NANOSECONDS.toMillis(otherNanos - nanos));
    }

    Instant wallTimeAfter(Duration wait) {
        return Instant.ofEpochMilli(epochMillis).plus(wait);
    }
}
