package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.scorer.report.Selection.Chosen;
import dev.assay.scorer.testing.Results;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private final Selection selection = new Selection();

    @Test
    void everyKindOfTroubleHasItsPlace() {
        IntStream.range(0, 5_000).mapToObj(job -> scored(job, 0)).forEach(selection::add);
        selection.add(ended(5_000, Outcome.DEAD_LETTERED, FailureKind.TRANSIENT));
        selection.add(ended(5_001, Outcome.DEAD_LETTERED, FailureKind.BAD_REQUEST));
        selection.add(ended(5_002, Outcome.TRUNCATED, FailureKind.TRUNCATED));
        selection.add(ended(5_003, Outcome.EXPIRED, null));

        List<Chosen> chosen = selection.chosen();

        assertThat(chosen)
                .extracting(group -> group.group().band())
                .containsExactly(Band.MISSED, Band.TRUNCATED, Band.EXPIRED, Band.DEAD_LETTERED, Band.DEAD_LETTERED);
        assertThat(chosen).extracting(group -> group.shown().size()).containsExactly(46, 1, 1, 1, 1);
        assertThat(chosen.getFirst().of()).isEqualTo(5_000);
        assertThat(selection.jobs()).hasSize(50);
    }

    @Test
    void wrongAnswersGetMorePlacesThanOtherTrouble() {
        IntStream.range(0, 500).mapToObj(job -> scored(job, 0)).forEach(selection::add);
        IntStream.range(500, 1_000)
                .mapToObj(job -> ended(job, Outcome.DEAD_LETTERED, FailureKind.TIMEOUT))
                .forEach(selection::add);

        assertThat(selection.chosen()).extracting(group -> group.shown().size()).containsExactly(40, 10);
    }

    @Test
    void theLowestValuesAreShownFirst() {
        IntStream.range(0, 1_000)
                .mapToObj(job -> scored(job, (job * 7919 % 1_000) / 1_000.0))
                .forEach(selection::add);

        List<Double> values = selection.chosen().getFirst().shown().stream()
                .map(Score::getValue)
                .toList();

        assertThat(values).hasSize(50).isSorted().last().isEqualTo(0.049);
    }

    @Test
    void rightAnswersAndJobsWithoutExpectationAreNotShown() {
        selection.add(Score.newBuilder(scored(1, 1)).setPassed(true).build());
        selection.add(Score.newBuilder(ended(2, Outcome.UNSCORED, null))
                .setUnscoredReason("no_expectation")
                .build());
        selection.add(Score.newBuilder(ended(3, Outcome.UNSCORED, null))
                .setUnscoredReason("bad_expectation")
                .build());

        assertThat(selection.jobs()).containsOnlyKeys("job-3");
    }

    @Test
    void everyKindOfFailureHasAnExample() {
        int job = 0;
        for (FailureKind kind : FailureKind.values()) {
            selection.add(ended(job++, Outcome.CANCELLED, kind));
        }

        assertThat(selection.examples()).containsOnlyKeys(FailureKind.values());
        assertThat(selection.jobs()).hasSizeLessThanOrEqualTo(100);
    }

    private static Score scored(int job, double value) {
        return Score.newBuilder(ended(job, Outcome.SCORED, null))
                .setStatus(JobStatus.SUCCEEDED)
                .setValue(value)
                .setPassed(false)
                .build();
    }

    private static Score ended(int job, Outcome outcome, @Nullable FailureKind kind) {
        return Score.newBuilder()
                .setRunId("run")
                .setJobId("job-" + job)
                .setGeneration(0)
                .setOrdinal(job)
                .setTenant("acme")
                .setLane("batch")
                .setStatus(JobStatus.DEAD_LETTERED)
                .setOutcome(outcome)
                .setParts(List.of())
                .setFailureKind(kind)
                .setSource(AnswerSource.NONE)
                .setAttempts(1)
                .setCallMillis(1)
                .setTurnaroundMillis(1)
                .setScoredAt(Results.START)
                .build();
    }
}
