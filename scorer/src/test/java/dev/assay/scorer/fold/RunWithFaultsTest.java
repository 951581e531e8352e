package dev.assay.scorer.fold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.SummarySlice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run in which much went wrong: every fault is told apart, and none of it moves the score of the primary model. */
class RunWithFaultsTest {
    private static final int JOBS = 2_000;

    @Test
    void everyFaultIsToldApart() {
        RunSummary summary = summary(withFaults());
        assertThat(summary.getOutcomes())
                .isEqualTo(Map.of("SCORED", 1_260L, "TRUNCATED", 600L, "FILTERED", 100L, "UNSCORED", 40L));
        assertThat(summary.getUnscored()).isEqualTo(Map.of("judge_parse", 40L));
        assertThat(summary.getFallbacks()).isEqualTo(Map.of("TIMEOUT", 100L));
        assertThat(summary.getScored()).isEqualTo(1_260);

        assertThat(slice(summary, "fallback").getFinished()).isEqualTo(100);
        assertThat(slice(summary, "fallback").getPassRate()).isZero();
        assertThat(slice(summary, "none").getOutcomes()).isEqualTo(Map.of("TRUNCATED", 600L, "FILTERED", 100L));
        assertThat(slice(summary, "primary").getOutcomes()).isEqualTo(Map.of("SCORED", 1_160L, "UNSCORED", 40L));
    }

    @Test
    void thePrimaryModelScoresExactlyAsWithoutFaults() {
        RunSummary without = summary(withoutFaults());
        RunSummary with = summary(withFaults());
        SummarySlice primary = slice(with, "primary");
        assertThat(primary.getMean()).isEqualTo(without.getMean());
        assertThat(primary.getPassRate()).isEqualTo(without.getPassRate());
        assertThat(with.getPassRate()).as("mixed").isLessThan(requireNonNull(without.getPassRate()));
    }

    @Test
    void thePrimarySliceIsThatOfARunOfTheSameJobsAlone() {
        List<Score> sameJobs = new ArrayList<>();
        List<Score> with = withFaults();
        List<Score> without = withoutFaults();
        for (int i = 0; i < JOBS; i++) {
            if (with.get(i).getSource() == AnswerSource.PRIMARY_MODEL
                    && with.get(i).getOutcome() == Outcome.SCORED) {
                sameJobs.add(without.get(i));
            }
        }
        RunSummary alone = summary(sameJobs);
        SummarySlice primary = slice(summary(with), "primary");
        assertThat(primary.getMean()).isEqualTo(alone.getMean());
        assertThat(primary.getPassRateLow()).isEqualTo(alone.getPassRateLow());
        assertThat(primary.getPassRateHigh()).isEqualTo(alone.getPassRateHigh());
    }

    @Test
    void theConservativeRateCountsEveryFaultAsNotPassed() {
        RunSummary with = summary(withFaults());
        assertThat(with.getConservativeRate()).isEqualTo((double) with.getPassed() / JOBS);
        RunSummary without = summary(withoutFaults());
        assertThat(without.getConservativeRate()).isEqualTo(without.getPassRate());
    }

    @Test
    void whatWasNotToBeScoredIsNotInTheConservativeRate() {
        List<Score> scores = new ArrayList<>(withoutFaults().subList(0, 10));
        long passed = scores.stream()
                .filter(score -> Boolean.TRUE.equals(score.getPassed()))
                .count();
        scores.add(ended(10, JobStatus.CANCELLED, Outcome.CANCELLED));
        scores.add(unscored(11, "no_expectation"));
        scores.add(ended(12, JobStatus.EXPIRED, Outcome.EXPIRED));
        scores.add(ended(13, JobStatus.DEAD_LETTERED, Outcome.DEAD_LETTERED));
        scores.add(unscored(14, "bad_expectation"));
        assertThat(summary(scores).getConservativeRate()).isEqualTo(passed / 13.0);
    }

    @Test
    void aRunThatIsNotScoredHasNoConservativeRate() {
        assertThat(summary(List.of()).getConservativeRate()).isNull();
        assertThat(summary(List.of(ended(0, JobStatus.CANCELLED, Outcome.CANCELLED)))
                        .getConservativeRate())
                .isNull();
        assertThat(summary(List.of(unscored(0, "no_expectation"), truncated(1))).getConservativeRate())
                .isNull();
        assertThat(summary(List.of(truncated(0))).getConservativeRate()).isZero();
    }

    private static List<Score> withoutFaults() {
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            scores.add(scored(i, isRight(i)).build());
        }
        return scores;
    }

    /** Of 100 jobs: 30 truncated, 5 filtered, 5 answered by a fallback (wrongly), 2 whose judge could not be read. */
    private static List<Score> withFaults() {
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            // Faults fall on right and wrong answers alike: by a number that says nothing about the answer.
            int fault = i / 4 % 100;
            if (fault < 30) {
                scores.add(truncated(i));
            } else if (fault < 35) {
                scores.add(ended(i, JobStatus.UNANSWERED, Outcome.FILTERED));
            } else if (fault < 40) {
                scores.add(scored(i, false)
                        .setStatus(JobStatus.FALLBACK)
                        .setSource(AnswerSource.FALLBACK_MODEL)
                        .setFallbackReason(FailureKind.TIMEOUT)
                        .build());
            } else {
                scores.add(
                        fault < 42
                                ? unscored(i, "judge_parse")
                                : scored(i, isRight(i)).build());
            }
        }
        return scores;
    }

    private static boolean isRight(int job) {
        return job % 4 != 0;
    }

    private static Score.Builder scored(int job, boolean right) {
        return about(job)
                .setStatus(JobStatus.SUCCEEDED)
                .setOutcome(Outcome.SCORED)
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setValue(right ? 1.0 : 0.0)
                .setPassed(right);
    }

    private static Score unscored(int job, String reason) {
        return about(job)
                .setStatus(JobStatus.SUCCEEDED)
                .setOutcome(Outcome.UNSCORED)
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setUnscoredReason(reason)
                .build();
    }

    private static Score truncated(int job) {
        return ended(job, JobStatus.UNANSWERED, Outcome.TRUNCATED);
    }

    private static Score ended(int job, JobStatus status, Outcome outcome) {
        return about(job)
                .setStatus(status)
                .setOutcome(outcome)
                .setSource(AnswerSource.NONE)
                .build();
    }

    private static Score.Builder about(int job) {
        return Score.newBuilder()
                .setRunId("run")
                .setJobId("job-" + job)
                .setGeneration(0)
                .setOrdinal(job)
                .setTenant("acme")
                .setLane("batch")
                .setModelDrift(false)
                .setAttempts(1)
                .setCallMillis(100)
                .setTurnaroundMillis(200)
                .setScoredAt(Instant.ofEpochMilli(1_700_000_000_000L));
    }

    private static RunSummary summary(List<Score> scores) {
        RunTally tally = new RunTally();
        scores.forEach(tally::add);
        return RunSummaries.of("run", tally, Optional.empty());
    }

    private static SummarySlice slice(RunSummary summary, String answeredBy) {
        return summary.getSlices().stream()
                .filter(slice -> slice.getDimension().equals("answered-by")
                        && slice.getName().equals(answeredBy))
                .findFirst()
                .orElseThrow();
    }
}
