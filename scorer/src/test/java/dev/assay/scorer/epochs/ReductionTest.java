package dev.assay.scorer.epochs;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReductionTest {
    @Test
    void theMeanIsOverTheEpochsWithAValue() {
        Sample sample = Reduction.of(List.of(epoch("mean", 1, 1, "7"), epoch("mean", 2, 0, "8"), cut("mean", 3)));
        assertThat(sample.score().getJobId()).isEqualTo("q1");
        assertThat(sample.score().getValue()).isEqualTo(0.5);
        assertThat(sample.epochs()).isEqualTo(3);
        assertThat(sample.scored()).isEqualTo(2);
        assertThat(sample.score().getPassed()).as("half is not enough").isFalse();
    }

    @Test
    void theMajorityIsOfAnswersAndATieIsWorthTheWorst() {
        assertThat(value(
                        "majority",
                        epoch("majority", 1, 1, "7"),
                        epoch("majority", 2, 1, "7"),
                        epoch("majority", 3, 0, "8"),
                        epoch("majority", 4, 0, "9"),
                        epoch("majority", 5, 0, "6")))
                .as("more epochs fail, but no wrong answer is as frequent as the right one")
                .isEqualTo(1);
        assertThat(value("majority", epoch("majority", 1, 1, "7"), epoch("majority", 2, 0, "8")))
                .isZero();
        assertThat(value(
                        "majority",
                        epoch("majority", 1, 1, null),
                        epoch("majority", 2, 1, null),
                        epoch("majority", 3, 0, null)))
                .as("without labels it is of passing")
                .isEqualTo(1);
    }

    @Test
    void theBestIsTheHighest() {
        assertThat(value("best", epoch("best", 1, 0, "1"), epoch("best", 2, 1, "2")))
                .isEqualTo(1);
        assertThat(value("best", epoch("best", 1, 0, "1"), epoch("best", 2, 0, "2")))
                .isZero();
    }

    @Test
    void passAtKIsTheUnbiasedEstimate() {
        Score[] epochs = {
            epoch("pass@2", 1, 1, "1"),
            epoch("pass@2", 2, 0, "2"),
            epoch("pass@2", 3, 0, "3"),
            epoch("pass@2", 4, 0, "4")
        };
        // Of the six pairs of four answers three hold the right one.
        assertThat(value("pass@2", epochs)).isCloseTo(0.5, within(1e-12));
        Sample few = Reduction.of(List.of(epochs[0], cut("pass@2", 2)));
        assertThat(few.score().getOutcome()).isEqualTo(Outcome.UNSCORED);
        assertThat(few.score().getUnscoredReason()).isEqualTo("too_few_epochs");
        assertThat(few.score().getValue()).isNull();
    }

    @Test
    void aSampleOfWhichNothingIsScoredKeepsItsOutcome() {
        Sample sample = Reduction.of(List.of(cut("mean", 2), cut("mean", 1)));
        assertThat(sample.score().getOutcome()).isEqualTo(Outcome.TRUNCATED);
        assertThat(sample.score().getValue()).isNull();
        assertThat(sample.scored()).isZero();
    }

    @Test
    void theOrderOfTheEpochsChangesNothing() {
        List<Score> epochs = new ArrayList<>(List.of(
                epoch("mean", 1, 0.1, "a"), epoch("mean", 2, 0.7, "b"), epoch("mean", 3, 1, "c"), cut("mean", 4)));
        Sample inOrder = Reduction.of(epochs);
        Collections.reverse(epochs);
        assertThat(Reduction.of(epochs)).isEqualTo(inOrder);
    }

    @Test
    void samplesWithMissingEpochsSaySo() {
        SampleTally tally = new SampleTally(2);
        tally.add(Reduction.of(List.of(epoch("mean", 1, 1, "7"), epoch("mean", 2, 0, "8"))));
        tally.add(Reduction.of(List.of(epoch("mean", 1, 1, "7"))));
        tally.add(Reduction.of(List.of(cut("mean", 1), cut("mean", 2))));
        Samples samples = tally.result();
        assertThat(samples.samples()).isEqualTo(3);
        assertThat(samples.epochs()).isEqualTo(5);
        assertThat(samples.incomplete()).isEqualTo(1);
        assertThat(samples.namedIncomplete()).containsExactly("q1");
        assertThat(samples.partlyScored()).isEqualTo(1);
        assertThat(samples.scored()).isEqualTo(2);
        assertThat(samples.passed()).isEqualTo(1);
        assertThat(samples.mean()).isEqualTo(0.75);
        assertThat(requireNonNull(samples.meanInterval()).low()).isEqualTo(0.5);
        assertThat(new SampleTally(2).result().mean()).isNull();
    }

    /** Repeating every answer ten times tells nothing new, so it must not narrow the interval. */
    @Test
    void moreEpochsOfTheSameAnswersDoNotMakeAnIntervalNarrower() {
        SampleTally once = new SampleTally(1);
        SampleTally tenfold = new SampleTally(10);
        for (int i = 0; i < 30; i++) {
            double value = i % 3 == 0 ? 1 : 0;
            once.add(Reduction.of(List.of(epoch("mean", 1, value, "x"))));
            tenfold.add(Reduction.of(Collections.nCopies(10, epoch("mean", 1, value, "x"))));
        }
        assertThat(tenfold.result().meanInterval()).isEqualTo(once.result().meanInterval());
    }

    private static double value(String reducer, Score... epochs) {
        Score score = Reduction.of(List.of(epochs)).score();
        assertThat(score.getReducer()).isEqualTo(reducer);
        return requireNonNull(score.getValue());
    }

    private static Score epoch(String reducer, int epoch, double value, @Nullable String label) {
        return base(reducer, epoch)
                .setOutcome(Outcome.SCORED)
                .setValue(value)
                .setPassed(value == 1)
                .setParts(List.of(ScorePart.newBuilder()
                        .setScorer("numeric")
                        .setValue(value)
                        .setPassed(value == 1)
                        .setWeight(1)
                        .setLabel(label)
                        .build()))
                .build();
    }

    private static Score cut(String reducer, int epoch) {
        return base(reducer, epoch).setOutcome(Outcome.TRUNCATED).build();
    }

    private static Score.Builder base(String reducer, int epoch) {
        return Score.newBuilder()
                .setRunId("run")
                .setJobId("q1~" + epoch)
                .setGeneration(0)
                .setOrdinal(epoch)
                .setTenant("acme")
                .setLane("batch")
                .setStatus(JobStatus.SUCCEEDED)
                .setSample("q1")
                .setEpoch(epoch)
                .setReducer(reducer)
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setAttempts(1)
                .setCallMillis(1)
                .setTurnaroundMillis(1)
                .setScoredAt(Instant.EPOCH);
    }
}
