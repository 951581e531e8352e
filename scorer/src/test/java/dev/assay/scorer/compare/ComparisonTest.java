package dev.assay.scorer.compare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void countsWhoPassesWhatAndSaysHowLikelyThatIs() {
        Comparison comparison = new Comparison(10);
        add(comparison, 10, 1, 1);
        add(comparison, 1, 1, 0);
        add(comparison, 7, 0, 1);
        add(comparison, 2, 0, 0);
        Compared compared = comparison.result();
        Effect scored = compared.scored();
        assertThat(scored.pairs()).isEqualTo(20);
        assertThat(scored.bothPass()).isEqualTo(10);
        assertThat(scored.onlyA()).isEqualTo(1);
        assertThat(scored.onlyB()).isEqualTo(7);
        assertThat(scored.neither()).isEqualTo(2);
        assertThat(scored.rateA()).isEqualTo(0.55);
        assertThat(scored.rateB()).isEqualTo(0.85);
        assertThat(scored.test().exact()).isCloseTo(0.0703125, within(1e-12));
        assertThat(requireNonNull(scored.rateDifference()).mean()).isCloseTo(0.3, within(1e-12));
        assertThat(requireNonNull(scored.meanDifference()).mean()).isCloseTo(0.3, within(1e-12));
        assertThat(requireNonNull(scored.rateDifference()).low()).isPositive();
        assertThat(compared.winCount()).isEqualTo(7);
        assertThat(compared.lossCount()).isEqualTo(1);
    }

    @Test
    void aJobWithoutAValueIsNoLossButCountsAgainstTheConservativeFigure() {
        Comparison comparison = new Comparison(10);
        add(comparison, 4, 1, 1);
        comparison.add(score(90, 1), ended(90, Outcome.TRUNCATED));
        comparison.add(ended(91, Outcome.FILTERED), score(91, 1));
        comparison.add(ended(92, Outcome.EMPTY), ended(92, Outcome.DEAD_LETTERED));
        Compared compared = comparison.result();
        assertThat(compared.lossCount()).isZero();
        assertThat(compared.winCount()).isZero();
        assertThat(compared.scored().pairs()).isEqualTo(4);
        assertThat(compared.scoredOnlyA()).isEqualTo(1);
        assertThat(compared.scoredOnlyB()).isEqualTo(1);
        assertThat(compared.scoredNeither()).isEqualTo(1);
        assertThat(compared.conservative().pairs()).isEqualTo(7);
        assertThat(compared.conservative().rateA()).isEqualTo(5.0 / 7);
        assertThat(compared.conservative().onlyA()).isEqualTo(1);
        assertThat(compared.outcomesB()).containsEntry(Outcome.TRUNCATED, 1L).containsEntry(Outcome.SCORED, 5L);
    }

    @Test
    void everyPartHasItsOwnFigures() {
        Comparison comparison = new Comparison(10);
        for (int i = 0; i < 6; i++) {
            comparison.add(parts(i, 1, 0.5), parts(i, 1, i < 3 ? 1 : 0.25));
        }
        List<Effect> parts = comparison.result().parts();
        assertThat(parts).extracting(Effect::name).containsExactly("f1", "numeric");
        assertThat(parts.get(0).meanB()).isEqualTo(0.625);
        assertThat(parts.get(0).onlyB()).isEqualTo(3);
        assertThat(parts.get(1).bothPass()).isEqualTo(6);
    }

    @Test
    void theLargestChangesAreKeptAndTheOthersCounted() {
        Comparison comparison = new Comparison(2);
        comparison.add(graded(1, 0.5), graded(1, 0.6));
        comparison.add(graded(2, 0.2), graded(2, 0.9));
        comparison.add(score(3, 0), score(3, 1));
        comparison.add(graded(4, 0.5), graded(4, 0.1));
        comparison.add(graded(5, 0.5), graded(5, 0.5));
        Compared compared = comparison.result();
        assertThat(compared.wins()).extracting(Change::jobId).containsExactly("job-3", "job-2");
        assertThat(compared.winCount()).isEqualTo(3);
        assertThat(compared.losses()).extracting(Change::jobId).containsExactly("job-4");
    }

    @Test
    void theOrderOfTheJobsChangesNoDigitOfAnInterval() {
        List<Integer> jobs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            jobs.add(i);
        }
        Effect inOrder = effect(jobs);
        Collections.shuffle(jobs, new Random(7));
        Effect shuffled = effect(jobs);
        assertThat(requireNonNull(shuffled.meanDifference()).low())
                .isEqualTo(requireNonNull(inOrder.meanDifference()).low());
        assertThat(shuffled.rateDifference()).isEqualTo(inOrder.rateDifference());
    }

    @Test
    void nothingInCommonHasNoFiguresAndNotZero() {
        Effect nothing = new Comparison(3).result().scored();
        assertThat(nothing.rateA()).isNull();
        assertThat(nothing.meanB()).isNull();
        assertThat(nothing.rateDifference()).isNull();
    }

    private static Effect effect(List<Integer> jobs) {
        Comparison comparison = new Comparison(3);
        for (int job : jobs) {
            comparison.add(graded(job, job % 7 / 6.0), graded(job, job % 11 / 10.0));
        }
        return comparison.result().scored();
    }

    private static void add(Comparison comparison, int times, double a, double b) {
        for (int i = 0; i < times; i++) {
            comparison.add(score(i, a), score(i, b));
        }
    }

    private static Score score(int n, double value) {
        return base(n, Outcome.SCORED).setValue(value).setPassed(value == 1).build();
    }

    private static Score graded(int n, double value) {
        return base(n, Outcome.SCORED).setValue(value).setPassed(value >= 0.95).build();
    }

    private static Score ended(int n, Outcome outcome) {
        return base(n, outcome).build();
    }

    private static Score parts(int n, double numeric, double f1) {
        return base(n, Outcome.SCORED)
                .setValue((numeric + f1) / 2)
                .setPassed(numeric == 1 && f1 == 1)
                .setParts(List.of(part("numeric", numeric), part("f1", f1)))
                .build();
    }

    private static ScorePart part(String name, double value) {
        return ScorePart.newBuilder()
                .setScorer(name)
                .setValue(value)
                .setPassed(value == 1)
                .setWeight(1)
                .build();
    }

    private static Score.Builder base(int n, Outcome outcome) {
        return Score.newBuilder()
                .setRunId("run")
                .setJobId("job-" + n)
                .setGeneration(0)
                .setOrdinal(n)
                .setTenant("acme")
                .setLane("batch")
                .setStatus(JobStatus.SUCCEEDED)
                .setOutcome(outcome)
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setAttempts(1)
                .setCallMillis(1)
                .setTurnaroundMillis(1)
                .setScoredAt(Instant.EPOCH);
    }
}
