package dev.assay.scorer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Whether a failed stream thread gets a successor: while no more than so many failed within ten minutes, and after a
 * pause that doubles with each, so that a registry or a broker that is away for a minute does not use them all up.
 */
final class Restarts {
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final int limit;
    private final Deque<Long> failures = new ArrayDeque<>();

    Restarts(int limit) {
        this.limit = limit;
    }

    /**
     * Tells of a failure.
     *
     * @param nowNanos monotonic time
     * @return the pause before the successor starts; empty when there is to be none
     */
    Optional<Duration> afterFailure(long nowNanos) {
        failures.removeIf(at -> nowNanos - at > WINDOW.toNanos());
        failures.add(nowNanos);
        int recent = failures.size();
        if (recent > limit) {
            return Optional.empty();
        }
        Duration pause = Duration.ofMillis(250L << Math.min(recent - 1, 20));
        return Optional.of(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    }
}
