package dev.assay.testkit;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.SummarySlice;
import dev.assay.schemas.TokenUsage;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The run's summary says what its results and scores say, each job's of its highest generation, counted anew here in the
 * plainest way.
 */
public final class SummaryMatchesResults implements Guarantee {
    private static final double ROUNDING = 1e-9;

    @Override
    public void check(Evidence evidence) {
        RunSummary summary = evidence.run().summary();
        Breach.when(summary == null, "the run has no summary");
        if (summary == null) {
            return;
        }
        Map<String, Long> statuses = new HashMap<>();
        long inputTokens = 0;
        long outputTokens = 0;
        long attempts = 0;
        for (Result result : latest(evidence.results(), Result::getJobId, Result::getGeneration)) {
            statuses.merge(result.getStatus().name(), 1L, Long::sum);
            attempts += result.getAttempts().size();
            TokenUsage usage = result.getUsage();
            if (usage != null) {
                inputTokens += usage.getInput();
                outputTokens += usage.getOutput();
            }
        }
        requireEqual("statuses", statuses, summary.getStatuses());
        requireEqual("attempts", attempts, summary.getAttempts());
        requireEqual("input tokens", inputTokens, summary.getUsage().getInput());
        requireEqual("output tokens", outputTokens, summary.getUsage().getOutput());
        checkScores(evidence, summary);
        checkSlices(evidence, summary);
        requireEqual("remainder", 0L, summary.getRemainder());
        requireEqual("enqueued", (long) evidence.jobIds().size(), summary.getEnqueued());
    }

    private static void checkScores(Evidence evidence, RunSummary summary) {
        Map<String, Long> outcomes = new HashMap<>();
        long scored = 0;
        long passed = 0;
        double sum = 0;
        for (Score score : latest(evidence.scores(), Score::getJobId, Score::getGeneration)) {
            outcomes.merge(score.getOutcome().name(), 1L, Long::sum);
            Double value = score.getValue();
            Breach.when(
                    (value != null) != (score.getOutcome() == Outcome.SCORED),
                    "job " + score.getJobId() + " is " + score.getOutcome() + " with value " + value);
            if (value != null) {
                scored++;
                sum += value;
            }
            if (Boolean.TRUE.equals(score.getPassed())) {
                passed++;
            }
        }
        requireEqual("outcomes", outcomes, summary.getOutcomes());
        requireEqual("scored", scored, summary.getScored());
        requireEqual("passed", passed, summary.getPassed());
        Double mean = summary.getMean();
        boolean isMeanRight = scored == 0 ? mean == null : mean != null && Math.abs(mean - sum / scored) < ROUNDING;
        Breach.when(!isMeanRight, "the summary's mean is " + mean + ", the scores' sum " + sum + " over " + scored);
    }

    /** By the lane and by what answered; how each of the other dimensions is counted is the same code. */
    private static void checkSlices(Evidence evidence, RunSummary summary) {
        Map<String, List<Long>> counted = new TreeMap<>();
        for (Score score : latest(evidence.scores(), Score::getJobId, Score::getGeneration)) {
            List<Long> one = List.of(1L, Boolean.TRUE.equals(score.getPassed()) ? 1L : 0L);
            counted.merge("lane " + score.getLane(), one, SummaryMatchesResults::plus);
            counted.merge("answered-by " + answeredBy(score), one, SummaryMatchesResults::plus);
        }
        Map<String, List<Long>> said = new TreeMap<>();
        for (SummarySlice slice : summary.getSlices()) {
            if (slice.getDimension().equals("lane") || slice.getDimension().equals("answered-by")) {
                said.put(slice.getDimension() + " " + slice.getName(), List.of(slice.getFinished(), slice.getPassed()));
            }
        }
        requireEqual("slices, finished and passed", counted, said);
    }

    private static List<Long> plus(List<Long> one, List<Long> other) {
        return List.of(one.getFirst() + other.getFirst(), one.getLast() + other.getLast());
    }

    private static String answeredBy(Score score) {
        return switch (score.getSource()) {
            case PRIMARY_MODEL -> "primary";
            case FALLBACK_MODEL -> "fallback";
            case CACHE, RULE, STATIC -> "prepared";
            case NONE -> "none";
        };
    }

    private static <T> Collection<T> latest(List<T> all, Function<T, String> job, ToIntFunction<T> generation) {
        Map<String, T> latest = new HashMap<>();
        for (T one : all) {
            latest.merge(
                    job.apply(one),
                    one,
                    (known, other) -> generation.applyAsInt(other) > generation.applyAsInt(known) ? other : known);
        }
        return latest.values();
    }

    private static void requireEqual(String what, @Nullable Object counted, @Nullable Object said) {
        Breach.when(!Objects.equals(counted, said), what + ": counted " + counted + ", the summary says " + said);
    }
}
