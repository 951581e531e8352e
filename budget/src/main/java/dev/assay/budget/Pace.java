package dev.assay.budget;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Holds one process to so many per second.
 *
 * <p>Permits come in cycles of about 150 ms, because all permits of a cycle come at its start: with cycles of a second
 * a rate would be a burst a second. A request for more than a cycle's permits reserves the next cycles' as well and
 * waits for them. Slower than one per cycle, a cycle is as long as one permit takes.
 */
public final class Pace {
    private static final double CYCLE_SECONDS = 0.15;

    private final double perSecond;
    private final RateLimiter limiter;

    private Pace(double perSecond, RateLimiter limiter) {
        this.perSecond = perSecond;
        this.limiter = limiter;
    }

    /**
     * A pace that starts now.
     *
     * @param perSecond permits a second, 0.001 to 1,000,000
     * @param maxWait the longest that one {@link #acquire} may wait; what would take longer is refused at once
     */
    public static Pace of(double perSecond, Duration maxWait) {
        if (!(perSecond >= 0.001 && perSecond <= 1_000_000)) {
            throw new IllegalArgumentException("rate: " + perSecond + " (expected: 0.001 to 1000000 per second)");
        }
        int limit = Math.toIntExact(Math.max(1, Math.round(perSecond * CYCLE_SECONDS)));
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(Duration.ofNanos(Math.round(limit / perSecond * 1e9)))
                .timeoutDuration(maxWait)
                .build();
        return new Pace(perSecond, RateLimiter.of("pace", config));
    }

    public double perSecond() {
        return perSecond;
    }

    /**
     * Waits until so many permits are due and takes them. Waiters are served in no particular order.
     *
     * @return false when that would take longer than the wait allowed; nothing is taken then
     * @throws InterruptedException when interrupted while waiting; the permits are spent all the same
     */
    public boolean acquire(int permits) throws InterruptedException {
        long nanos = limiter.reservePermission(permits);
        if (nanos < 0) {
            return false;
        }
        TimeUnit.NANOSECONDS.sleep(nanos);
        return true;
    }
}
