package dev.assay.budget;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long a model's answers were of late, by suite of jobs, and what nineteen in twenty of them stay under.
 *
 * <p>Of each suite the latest {@link #KEPT} answers are remembered, and of suites the {@link #MOST_SUITES} that were
 * asked about last: some 2 MB at most. A suite of which too little is known is taken to be like the model's others.
 * Shared by threads.
 */
public final class OutputHistory {
    /** Fewer answers say nothing of the twentieth. */
    static final int ENOUGH = 20;

    static final int KEPT = 128;
    static final int MOST_SUITES = 1_024;

    private static final double QUANTILE = 0.95;

    private record Suite(String model, String name) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Suite, Lengths> suites = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Suite, Lengths> eldest) {
            return size() > MOST_SUITES;
        }
    };
    private final Map<String, Lengths> models = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Lengths> eldest) {
            return size() > MOST_SUITES;
        }
    };

    /**
     * An answer's length became known.
     *
     * @param suite what kind of job it was, such as its template; empty where nobody says
     * @param tokens its output tokens
     */
    public void answered(String model, String suite, long tokens) {
        lock.lock();
        try {
            models.computeIfAbsent(model, key -> new Lengths()).add(tokens);
            if (!suite.isEmpty()) {
                suites.computeIfAbsent(new Suite(model, suite), key -> new Lengths())
                        .add(tokens);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What nineteen in twenty answers stay under, in tokens; empty where too few are known. */
    public OptionalLong usualMost(String model, String suite) {
        lock.lock();
        try {
            Lengths ofSuite = suites.get(new Suite(model, suite));
            if (ofSuite != null && ofSuite.count >= ENOUGH) {
                return OptionalLong.of(ofSuite.quantile());
            }
            Lengths ofModel = models.get(model);
            return ofModel != null && ofModel.count >= ENOUGH
                    ? OptionalLong.of(ofModel.quantile())
                    : OptionalLong.empty();
        } finally {
            lock.unlock();
        }
    }

    /** The latest lengths, in a ring; their quantile is worked out anew after some have come. */
    private static final class Lengths {
        private static final int STALE_AFTER = 8;

        private final long[] ring = new long[KEPT];
        private int count;
        private int next;
        private int fresh;
        private long quantile = -1;

        private void add(long tokens) {
            ring[next] = Math.max(0, tokens);
            next = (next + 1) % KEPT;
            count = Math.min(KEPT, count + 1);
            fresh++;
        }

        private long quantile() {
            if (quantile < 0 || fresh >= STALE_AFTER) {
                long[] sorted = Arrays.copyOf(ring, count);
                Arrays.sort(sorted);
                quantile = sorted[(int) Math.ceil(QUANTILE * count) - 1];
                fresh = 0;
            }
            return quantile;
        }
    }
}
