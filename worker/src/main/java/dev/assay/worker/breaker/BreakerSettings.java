package dev.assay.worker.breaker;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a breaker opens and how it closes again.
 *
 * @param window number of the latest counted calls that it looks at
 * @param minCalls fewest counted calls on which it opens
 * @param failedShare share of failed calls at which it opens
 * @param slowCall duration from which a call is slow
 * @param slowShare share of slow calls at which it opens
 * @param openFor how long it lets nothing through
 * @param longestHint most of a provider's own wait hint that it heeds
 * @param rampSteps steps from a tenth of the former concurrency to all of it
 * @param rampStep how long each lasts
 * @param rampTo concurrency that the ramp leads to; null for what was in flight before it opened
 */
public record BreakerSettings(
        int window,
        int minCalls,
        double failedShare,
        Duration slowCall,
        double slowShare,
        Duration openFor,
        Duration longestHint,
        int rampSteps,
        Duration rampStep,
        @Nullable Integer rampTo) {
    private static final Duration LONGEST = Duration.ofHours(1);

    public BreakerSettings {
        requireWithin("window", window, 1, 10_000);
        requireWithin("minCalls", minCalls, 1, window);
        requireShare("failedShare", failedShare);
        requireWithin("slowCall", slowCall, Duration.ofMillis(1));
        requireShare("slowShare", slowShare);
        requireWithin("openFor", openFor, Duration.ofMillis(100));
        requireWithin("longestHint", longestHint, Duration.ZERO);
        requireWithin("rampSteps", rampSteps, 1, 100);
        requireWithin("rampStep", rampStep, Duration.ofMillis(10));
        if (rampTo != null) {
            requireWithin("rampTo", rampTo, 1, 10_000);
        }
    }

    /** Settings as a file gives them; what it leaves out takes its default. */
    @JsonCreator
    static BreakerSettings of(
            @JsonProperty("window") @Nullable Integer window,
            @JsonProperty("minCalls") @Nullable Integer minCalls,
            @JsonProperty("failedShare") @Nullable Double failedShare,
            @JsonProperty("slowCall") @Nullable Duration slowCall,
            @JsonProperty("slowShare") @Nullable Double slowShare,
            @JsonProperty("openFor") @Nullable Duration openFor,
            @JsonProperty("longestHint") @Nullable Duration longestHint,
            @JsonProperty("rampSteps") @Nullable Integer rampSteps,
            @JsonProperty("rampStep") @Nullable Duration rampStep,
            @JsonProperty("rampTo") @Nullable Integer rampTo) {
        int calls = or(window, 50);
        return new BreakerSettings(
                calls,
                or(minCalls, Math.min(20, calls)),
                or(failedShare, 0.5),
                or(slowCall, Duration.ofMinutes(1)),
                or(slowShare, 0.8),
                or(openFor, Duration.ofSeconds(10)),
                or(longestHint, Duration.ofMinutes(2)),
                or(rampSteps, 5),
                or(rampStep, Duration.ofSeconds(2)),
                rampTo);
    }

    /** Everything as it is by default. */
    public static BreakerSettings standard() {
        return of(null, null, null, null, null, null, null, null, null, null);
    }

    private static <T> T or(@Nullable T given, T standard) {
        return given == null ? standard : given;
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }

    private static void requireWithin(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + LONGEST + ")");
        }
    }

    private static void requireShare(String name, double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(name + ": " + share + " (expected: > 0 and <= 1)");
        }
    }
}
