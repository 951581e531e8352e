package dev.assay.worker.intake;

import java.time.Duration;

/**
 * When finished jobs are settled: after the interval, or when there are many, or soon where they hold the slots that
 * waiting jobs need. Slots are held until the commit, so a worker that is full would otherwise idle for half an
 * interval a job; a transaction every {@link #SOON} costs less than that.
 */
final class SettlePace {
    static final Duration SOON = Duration.ofMillis(25);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final long intervalNanos;
    private final int jobs;

    private long lastNanos;
    private long pauseNanos;

    SettlePace(Duration interval, int jobs, long nowNanos) {
        this.intervalNanos = interval.toNanos();
        this.jobs = jobs;
        this.lastNanos = nowNanos;
    }

    /**
     * Whether to settle now.
     *
     * @param finished finished jobs that are not settled
     * @param starved whether jobs wait for slots
     */
    boolean isDue(int finished, boolean starved, long nowNanos) {
        if (finished == 0 || isPausing(nowNanos)) {
            return false;
        }
        long since = nowNanos - lastNanos;
        return finished >= jobs || since >= intervalNanos || (starved && since >= SOON.toNanos());
    }

    /** Whether the last settlement was aborted so recently that trying again would only be noise. */
    boolean isPausing(long nowNanos) {
        return pauseNanos > 0 && nowNanos - lastNanos < pauseNanos;
    }

    void committed(long nowNanos) {
        lastNanos = nowNanos;
        pauseNanos = 0;
    }

    /** Pauses, longer after each aborted settlement in a row. */
    void aborted(long nowNanos) {
        lastNanos = nowNanos;
        pauseNanos = pauseNanos == 0 ? FIRST_PAUSE.toNanos() : Math.min(2 * pauseNanos, LONGEST_PAUSE.toNanos());
    }
}
