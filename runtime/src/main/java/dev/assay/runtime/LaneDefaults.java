package dev.assay.runtime;

import dev.assay.schemas.topics.Names;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time limits of one lane, as they are when nothing is configured. They belong to the lane (the business
 * scenario), not to an HTTP client: a person who waits in the prompt lab and a nightly batch ask for different ones.
 *
 * @param lane the lane's name
 * @param entry how long a job may wait for permits before its first call
 * @param connect limit on connecting
 * @param read limit on the gap between two reads of a response that is not streamed
 * @param total limit on one call, connecting included
 * @param totalOfLongOutput limit on one call whose job allows more than {@link #LONG_OUTPUT_TOKENS} output tokens
 * @param firstToken limit on the time to the first content of a streamed answer
 * @param idle limit on the gap between two pieces of content of a streamed answer
 * @param outputCapsTotal whether a small {@code maxTokens} shortens the limit on a call
 * @param completeAnswer whether a truncated answer is no answer
 * @param maxAge deadline after enqueueing, for jobs that state none
 */
public record LaneDefaults(
        String lane,
        Duration entry,
        Duration connect,
        Duration read,
        Duration total,
        Duration totalOfLongOutput,
        Duration firstToken,
        Duration idle,
        boolean outputCapsTotal,
        boolean completeAnswer,
        Duration maxAge) {
    public static final String PROMPT_LAB = "prompt-lab";
    public static final String SXS = "sxs";
    public static final String JUDGE = "judge";
    public static final String BATCH = "batch";
    public static final String SHADOW = "shadow";

    /** More output tokens than this make a long output. */
    public static final int LONG_OUTPUT_TOKENS = 1_000;

    private static final int SHORT_OUTPUT_TOKENS = 256;
    private static final int VERY_LONG_OUTPUT_TOKENS = 2_000;

    private static final List<LaneDefaults> STANDARD = List.of(
            new LaneDefaults(
                    PROMPT_LAB,
                    seconds(5),
                    seconds(3),
                    seconds(10),
                    seconds(12),
                    seconds(12),
                    seconds(5),
                    seconds(5),
                    true,
                    false,
                    seconds(60)),
            new LaneDefaults(
                    SXS,
                    seconds(8),
                    seconds(3),
                    seconds(25),
                    seconds(30),
                    seconds(30),
                    seconds(10),
                    seconds(10),
                    true,
                    false,
                    Duration.ofMinutes(5)),
            new LaneDefaults(
                    JUDGE,
                    seconds(6),
                    seconds(3),
                    seconds(18),
                    seconds(20),
                    seconds(30),
                    seconds(8),
                    seconds(8),
                    false,
                    true,
                    Duration.ofMinutes(10)),
            bulk(BATCH),
            bulk(SHADOW));

    public LaneDefaults {
        Names.require("lane", lane);
    }

    /** The lanes that exist without being configured, in the order in which people are told them. */
    public static List<LaneDefaults> standard() {
        return STANDARD;
    }

    /** The limits of a lane; one that is not standard has those of {@code batch}. */
    public static LaneDefaults of(String lane) {
        for (LaneDefaults known : STANDARD) {
            if (known.lane.equals(lane)) {
                return known;
            }
        }
        return bulk(lane);
    }

    /**
     * The limit on one call of a job.
     *
     * @param maxTokens cap on output tokens as the job states it; null when it states none
     */
    public Duration totalFor(@Nullable Integer maxTokens) {
        if (maxTokens == null) {
            return total;
        }
        Duration limit = maxTokens > LONG_OUTPUT_TOKENS ? totalOfLongOutput : total;
        if (!outputCapsTotal) {
            return limit;
        }
        if (maxTokens <= SHORT_OUTPUT_TOKENS) {
            return shorter(limit, seconds(8));
        }
        if (maxTokens <= LONG_OUTPUT_TOKENS) {
            return shorter(limit, seconds(20));
        }
        return maxTokens > VERY_LONG_OUTPUT_TOKENS ? shorter(limit, seconds(60)) : limit;
    }

    private static LaneDefaults bulk(String lane) {
        return new LaneDefaults(
                lane,
                seconds(30),
                seconds(5),
                seconds(120),
                seconds(150),
                seconds(150),
                seconds(60),
                seconds(30),
                false,
                false,
                Duration.ofHours(24));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
