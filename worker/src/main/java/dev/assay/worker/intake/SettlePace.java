package dev.assay.worker.intake;

import java.time.Duration;

/**
 * When finished jobs are settled: after the interval, or when there are many, or {@link #SOON} where waiting longer
 * gains nothing: they hold the places that waiting jobs need, or nothing else is in hand that could be settled along.
 */
final class SettlePace {
    static final Duration SOON = Duration.ofMillis(25);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final long intervalNanos;
    private final int jobs;

    private long lastNanos;
    private long pauseNanos;

    /** @param jobs how many finished jobs wait for nothing */
    SettlePace(Duration interval, int jobs, long nowNanos) {
        this.intervalNanos = interval.toNanos();
        this.jobs = jobs;
        this.lastNanos = nowNanos;
    }

    int jobs() {
        return jobs;
    }

    /**
     * Whether to settle now.
     *
     * @param finished finished jobs that are not settled
     * @param vain whether waiting longer gains nothing
     */
    boolean isDue(int finished, boolean vain, long nowNanos) {
        if (finished == 0 || isPausing(nowNanos)) {
            return false;
        }
        long since = nowNanos - lastNanos;
        return finished >= jobs || since >= intervalNanos || (vain && since >= SOON.toNanos());
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
