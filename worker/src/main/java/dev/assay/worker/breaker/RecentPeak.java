package dev.assay.worker.breaker;

import java.util.concurrent.TimeUnit;

/**
 * The most calls in flight at once in the last minute or two. Older peaks are let go, or a rush of yesterday would be
 * what a model is ramped up to today.
 */
final class RecentPeak {
    private static final long SPAN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private long spanStart;
    private int current;
    private int before;

    RecentPeak(long nowNanos) {
        spanStart = nowNanos;
    }

    void note(int inFlight, long nowNanos) {
        roll(nowNanos);
        current = Math.max(current, inFlight);
    }

    int read(long nowNanos) {
        roll(nowNanos);
        return Math.max(current, before);
    }

    private void roll(long nowNanos) {
        long spans = (nowNanos - spanStart) / SPAN_NANOS;
        if (spans > 0) {
            before = spans == 1 ? current : 0;
            current = 0;
            spanStart += spans * SPAN_NANOS;
        }
    }
}
