package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.runtime.LaneDefaults;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A lane that a worker serves.
 *
 * @param name the lane's name
 * @param inFlight most jobs of the lane in hand at once; null for as many as the worker takes
 * @param timeouts time limits of a call that differ from the lane's standard ones; null for none
 * @param fallback what it answers where no model may be asked; null for waiting instead
 * @param pollLimit silence of the thread that polls the lane's topics after which its group gives the lane's
 *     partitions to others ({@code max.poll.interval.ms}); calls take no part in it, for they run on threads of their
 *     own. null for drainGrace and 2 minutes, 5 minutes at least
 */
public record LaneSettings(
        @JsonProperty(required = true) String name,
        @Nullable Integer inFlight,
        @Nullable Timeouts timeouts,
        @Nullable PreparedFallback fallback,
        @Nullable Duration pollLimit) {
    private static final Duration SHORTEST_POLL_LIMIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_POLL_LIMIT = Duration.ofHours(24);

    /**
     * Time limits of a call; null for the lane's own.
     *
     * @param entry how long a job may hold its slot while it waits to be called
     * @param connect limit on connecting
     * @param read limit on the gap between two reads of the response
     * @param total limit on the whole call; it then holds for every job of the lane, however much output it asks for
     * @param firstToken limit on the time to the first content of a streamed answer
     * @param idle limit on the gap between two pieces of content of a streamed answer
     */
    public record Timeouts(
            @Nullable Duration entry,
            @Nullable Duration connect,
            @Nullable Duration read,
            @Nullable Duration total,
            @Nullable Duration firstToken,
            @Nullable Duration idle) {
        public Timeouts {
            requirePositive("entry", entry);
            requirePositive("firstToken", firstToken);
            requirePositive("idle", idle);
            requirePositive("connect", connect);
            requirePositive("read", read);
            requirePositive("total", total);
            requirePositive("firstToken", firstToken);
            requirePositive("idle", idle);
        }

        private static void requirePositive(String name, @Nullable Duration limit) {
            if (limit != null && (limit.isNegative() || limit.isZero())) {
                throw new IllegalArgumentException(name + ": " + limit + " (expected: > 0)");
            }
        }
    }

    public LaneSettings {
        // Refuses a wrong name.
        LaneDefaults.of(name == null ? "" : name);
        if (inFlight != null && inFlight < 1) {
            throw new IllegalArgumentException("inFlight: " + inFlight + " (expected: >= 1)");
        }
        boolean isPollLimitWrong = pollLimit != null
                && (pollLimit.compareTo(SHORTEST_POLL_LIMIT) < 0 || pollLimit.compareTo(LONGEST_POLL_LIMIT) > 0);
        if (isPollLimitWrong) {
            throw new IllegalArgumentException("pollLimit: " + pollLimit + " (expected: " + SHORTEST_POLL_LIMIT + " to "
                    + LONGEST_POLL_LIMIT + ")");
        }
    }

    /** A lane with its standard limits. */
    public static LaneSettings of(String name) {
        return new LaneSettings(name, null, null, null, null);
    }

    /** The limits in force. */
    LaneDefaults limits() {
        LaneDefaults standard = LaneDefaults.of(name);
        if (timeouts == null) {
            return standard;
        }
        Duration total = timeouts.total();
        return new LaneDefaults(
                name,
                or(timeouts.entry(), standard.entry()),
                or(timeouts.connect(), standard.connect()),
                or(timeouts.read(), standard.read()),
                or(total, standard.total()),
                or(total, standard.totalOfLongOutput()),
                or(timeouts.firstToken(), standard.firstToken()),
                or(timeouts.idle(), standard.idle()),
                total == null && standard.outputCapsTotal(),
                standard.completeAnswer(),
                standard.maxAge());
    }

    private static Duration or(@Nullable Duration configured, Duration standard) {
        return configured == null ? standard : configured;
    }
}
