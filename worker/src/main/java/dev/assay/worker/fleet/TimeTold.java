package dev.assay.worker.fleet;

import java.time.Duration;

/**
 * How long a moment that another host named is still away, though the two clocks may differ. What it was away when it
 * was said is never exceeded; where the clocks visibly differ, that counts from now.
 */
final class TimeTold {
    /** By so much a record may be late, or clocks differ, without anybody caring. */
    static final long TOLERATED_MILLIS = 2_000;

    private TimeTold() {}

    /**
     * @param until the moment, by the other clock
     * @param said when it was said, by the other clock
     * @param now by this host's clock
     * @param isLive whether it was said just now, and not some time before this reader began
     */
    static Duration left(long until, long said, long now, boolean isLive) {
        long told = until - said;
        return Duration.ofMillis(differ(said, now, isLive) ? told : Math.min(until - now, told));
    }

    /** Whether the other clock is visibly ahead or behind. */
    static boolean differ(long said, long now, boolean isLive) {
        long age = now - said;
        return age < -TOLERATED_MILLIS || (isLive && age > TOLERATED_MILLIS);
    }
}
