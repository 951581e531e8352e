package dev.assay.worker.spend;

import dev.assay.budget.Pace;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Spreads calls that were granted at the same time. A window that empties grants as many calls at once as left it, and
 * providers also look at shorter stretches than they name. It gives no room of its own, and takes none: it is faster
 * than the limit itself, and what would have to wait longer than a grant is good for goes at once. A budget without a
 * limit of requests a minute is not spread: nothing says how fast would be fast enough.
 */
public final class StartPace {
    /** Half of what a grant is good for. */
    private static final Duration LONGEST = Duration.ofMillis(400);
    /** So many times what the limit lets begin in the mean. */
    private static final double AHEAD = 2;

    private static final double FASTEST = 1_000_000;

    private final int most;
    private final Function<String, OptionalLong> callsPerMinute;
    private final Map<String, Pace> paces = new ConcurrentHashMap<>();

    /**
     * @param most calls that may begin at the same time at most: they are spread over the longest wait, or less
     * @param callsPerMinute the limit of a budget as it is now; empty where it has none
     */
    public StartPace(int most, Function<String, OptionalLong> callsPerMinute) {
        this.most = most;
        this.callsPerMinute = callsPerMinute;
    }

    /** Waits for the next place among the calls of a budget, at most a part of a second. */
    public void await(String budget) throws InterruptedException {
        OptionalLong limit = callsPerMinute.apply(budget);
        if (limit.isPresent()) {
            boolean ignored = pace(budget, perSecond(most, limit.getAsLong())).acquire(1);
        }
    }

    /** How many calls begin in a second: never fewer than the limit allows, or a worker could not use it. */
    static double perSecond(int most, long callsPerMinute) {
        double spread = most * 1_000.0 / LONGEST.toMillis();
        return Math.clamp(Math.max(spread, AHEAD * callsPerMinute / 60), 1, FASTEST);
    }

    private Pace pace(String budget, double perSecond) {
        Pace known = paces.get(budget);
        if (known != null && known.perSecond() == perSecond) {
            return known;
        }
        Pace made = Pace.of(perSecond, LONGEST);
        paces.put(budget, made);
        return made;
    }
}
