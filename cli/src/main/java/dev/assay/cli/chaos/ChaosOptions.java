package dev.assay.cli.chaos;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a chaos run is made of. With the seed it decides the whole plan of faults.
 *
 * @param jobs jobs of the run
 * @param lasting how long faults go on
 * @param every from one kill to the next
 * @param seed what chances hang on
 * @param faults which kinds there are
 * @param brokers nodes of the cluster, 1 or 3, all in one process
 * @param session after which silence a worker counts as dead
 * @param inFlight most calls at a time of each of the two workers
 */
public record ChaosOptions(
        int jobs,
        Duration lasting,
        Duration every,
        long seed,
        Set<FaultKind> faults,
        int brokers,
        Duration session,
        int inFlight) {
    static final int WORKERS = 2;
    /** How much more the two workers can do than what is submitted, so that they catch up after an outage. */
    private static final double HEADROOM = 2;

    private static final double BEYOND_FAULTS = 1.05;

    private static final long SHORTEST_CALL_MILLIS = 20;
    private static final long LONGEST_CALL_MILLIS = 8_000;

    public ChaosOptions {
        require("jobs", jobs >= 100 && jobs <= 1_000_000, jobs, "100 to 1000000");
        requireWithin("every", every, Duration.ofSeconds(2), Duration.ofMinutes(10));
        requireWithin("minutes", lasting, every.plus(every), Duration.ofHours(24));
        requireWithin("session", session, Duration.ofSeconds(3), Duration.ofMinutes(5));
        require("faults", !faults.isEmpty(), "none", "kill, freeze, broker");
        require("brokers", brokers == 1 || brokers == 3, brokers, "1 or 3");
        require("in-flight", inFlight >= 1 && inFlight <= 1_000, inFlight, "1 to 1000");
        faults = Set.copyOf(new TreeSet<>(faults));
    }

    /** Jobs a second that are submitted, so that the last one comes a little after the last fault. */
    double rate() {
        return jobs * 1_000.0 / (BEYOND_FAULTS * lasting.toMillis());
    }

    /**
     * How long a call takes: both workers together could do twice what is submitted, so that one of them alone just
     * keeps up.
     */
    Duration latency() {
        long millis = Math.round(WORKERS * inFlight * 1_000 / (HEADROOM * rate()));
        return Duration.ofMillis(Math.clamp(millis, SHORTEST_CALL_MILLIS, LONGEST_CALL_MILLIS));
    }

    /** Unfinished jobs that the lane may hold, a fifth of all, so that a long outage holds the submit up. */
    long bound() {
        return Math.max(200, jobs / 5);
    }

    ChaosOptions withSeed(long other) {
        return new ChaosOptions(jobs, lasting, every, other, faults, brokers, session, inFlight);
    }

    private static void requireWithin(String name, Duration value, Duration least, Duration most) {
        boolean isWithin = value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
        require(name, isWithin, value, least + " to " + most);
    }

    private static void require(String name, boolean isRight, Object value, String expected) {
        if (!isRight) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
        }
    }
}
