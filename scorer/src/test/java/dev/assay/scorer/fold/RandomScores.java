package dev.assay.scorer.fold;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Scores of every kind, by a seed. */
final class RandomScores {
    private static final List<String> REASONS = List.of("no_expectation", "bad_expectation", "scorer_error");

    private final Random random;

    RandomScores(Random random) {
        this.random = random;
    }

    Score next(int job, int generation) {
        JobStatus status = pick(JobStatus.values());
        Outcome outcome = switch (status) {
            case SUCCEEDED, FALLBACK -> random.nextInt(5) == 0 ? Outcome.UNSCORED : Outcome.SCORED;
            case UNANSWERED ->
                List.of(Outcome.TRUNCATED, Outcome.FILTERED, Outcome.REFUSED, Outcome.EMPTY)
                        .get(random.nextInt(4));
            case DEAD_LETTERED -> Outcome.DEAD_LETTERED;
            case CANCELLED -> Outcome.CANCELLED;
            case EXPIRED -> Outcome.EXPIRED;
        };
        boolean scored = outcome == Outcome.SCORED;
        double value = random.nextInt(4) / 3.0;
        return Score.newBuilder()
                .setRunId("run")
                .setJobId("job-" + job)
                .setGeneration(generation)
                .setOrdinal(job)
                .setTenant("acme")
                .setLane(random.nextInt(4) == 0 ? "interactive" : "batch")
                .setStatus(status)
                .setOutcome(outcome)
                .setValue(scored ? value : null)
                .setPassed(scored ? value == 1 : null)
                .setUnscoredReason(outcome == Outcome.UNSCORED ? REASONS.get(random.nextInt(3)) : null)
                .setParts(scored ? List.of(part("exact", value), part("numeric", 1)) : List.of())
                .setFailureKind(status == JobStatus.SUCCEEDED ? null : maybe(pick(FailureKind.values())))
                .setSource(source(status))
                .setRequestModel(maybe("asked-" + random.nextInt(5)))
                .setTemplateVersion(maybe("v" + random.nextInt(3)))
                .setTags(tags())
                .setFallbackReason(status == JobStatus.FALLBACK ? pick(FailureKind.values()) : null)
                .setResponseModel("model-" + random.nextInt(300))
                .setModelDrift(random.nextInt(10) == 0)
                .setAttempts(random.nextInt(4))
                .setCallMillis(random.nextInt(100_000))
                .setTurnaroundMillis(random.nextInt(10_000_000))
                .setUsage(maybe(new TokenUsage((long) random.nextInt(9_000), 7L, (long) random.nextInt(900), 3L)))
                .setCost(maybe(new BigDecimal(random.nextInt(1_000_000)).movePointLeft(9)))
                .setScoredAt(Instant.ofEpochMilli(1_700_000_000_000L + generation * 1_000_000L + random.nextInt(1_000)))
                .build();
    }

    private AnswerSource source(JobStatus status) {
        return switch (status) {
            case SUCCEEDED -> AnswerSource.PRIMARY_MODEL;
            case FALLBACK -> random.nextInt(4) == 0 ? AnswerSource.STATIC : AnswerSource.FALLBACK_MODEL;
            case UNANSWERED, DEAD_LETTERED, CANCELLED, EXPIRED -> AnswerSource.NONE;
        };
    }

    private Map<String, String> tags() {
        Map<String, String> tags = new TreeMap<>();
        for (String key : List.of("topic", "level")) {
            if (random.nextBoolean()) {
                tags.put(key, "value-" + random.nextInt(4));
            }
        }
        return tags;
    }

    private static ScorePart part(String scorer, double value) {
        return ScorePart.newBuilder()
                .setScorer(scorer)
                .setValue(value)
                .setPassed(value == 1)
                .setWeight(1)
                .build();
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> @Nullable T maybe(T value) {
        return random.nextInt(3) == 0 ? null : value;
    }
}
