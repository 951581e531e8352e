package dev.assay.worker.spend;

import dev.assay.budget.Pace;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spreads calls that were granted at the same time. A window that empties grants as many calls at once as left it, and
 * providers also look at shorter stretches than they name. It gives no room of its own: what would have to wait longer
 * than a grant is good for goes at once.
 */
public final class StartPace {
    /** Half of what a grant is good for. */
    private static final Duration LONGEST = Duration.ofMillis(400);

    private final double perSecond;
    private final Map<String, Pace> paces = new ConcurrentHashMap<>();

    /** @param most calls that may begin at the same time at most: they are spread over the longest wait */
    public StartPace(int most) {
        perSecond = Math.max(1, most * 1_000.0 / LONGEST.toMillis());
    }

    /** Waits for the next place among the calls of a budget, at most a part of a second. */
    public void await(String budget) throws InterruptedException {
        boolean ignored =
                paces.computeIfAbsent(budget, id -> Pace.of(perSecond, LONGEST)).acquire(1);
    }
}
