package dev.assay.scorer.scoring;

import static dev.assay.scorer.testing.Results.answered;
import static dev.assay.scorer.testing.Results.ended;
import static dev.assay.scorer.testing.Results.expecting;
import static dev.assay.scorer.testing.Results.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.Unanswered;
import dev.assay.scorer.testing.Results;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreMakerTest {
    private static final Instant WHEN = Results.START.plusSeconds(1);

    private final ScoreMaker maker = new ScoreMaker(Scorers.standard());

    @Test
    void scoresAnAnswer() {
        Score score = score(answered("run", 3, "It is 42.").setExpectation(expecting(use("numeric", "42"))));

        assertThat(score.getOutcome()).isEqualTo(Outcome.SCORED);
        assertThat(score.getValue()).isEqualTo(1.0);
        assertThat(score.getPassed()).isTrue();
        assertThat(score.getParts().getFirst().getLabel()).isEqualTo("42");
        assertThat(score.getScoredAt()).isEqualTo(WHEN);
        assertThat(score.getCallMillis()).isEqualTo(123);
        assertThat(score.getTurnaroundMillis()).isEqualTo(203);
    }

    @Test
    void weighsSeveralScorersAndPassesOnlyWhenAllDo() {
        Score score = score(answered("run", 1, "It is 42.")
                .setExpectation(expecting(use("numeric", "42", 3), use("contains", "43", 1))));

        assertThat(score.getValue()).isEqualTo(0.75);
        assertThat(score.getPassed()).isFalse();
        assertThat(score.getParts()).hasSize(2);
    }

    @Test
    void onePartWithoutAValueLeavesTheJobWithoutOne() {
        Score score = score(answered("run", 1, "It is 42.")
                .setExpectation(expecting(use("exact", "It is 42."), use("numeric", "no number"))));

        assertThat(score.getOutcome()).isEqualTo(Outcome.UNSCORED);
        assertThat(score.getUnscoredReason()).isEqualTo("bad_expectation");
        assertThat(score.getValue()).isNull();
        assertThat(score.getPassed()).isNull();
        assertThat(score.getParts().getFirst().getValue()).isEqualTo(1.0);
    }

    @Test
    void partsOfOneScorerAreToldApartByTheirNames() {
        ScorerUse why = Expecting.named(use("contains", "because"), "says why");
        Score score =
                score(answered("run", 1, "It is 42, because.").setExpectation(expecting(why, use("contains", "42"))));

        assertThat(score.getParts()).extracting(ScorePart::getScorer).containsExactly("says why", "contains");
        assertThat(score.getValue()).isEqualTo(1);
    }

    @Test
    void partsThatAreCalledTheSameRefuseTheExpectation() {
        assertThat(reason(expecting(use("contains", "a"), use("contains", "b"))))
                .isEqualTo("bad_expectation");
    }

    @Test
    void saysWhyThereIsNoValue() {
        assertThat(reason(Expectation.newBuilder().build())).isEqualTo("no_expectation");
        assertThat(reason(expecting(use("none", "")))).isEqualTo("no_expectation");
        assertThat(reason(expecting(use("judge_me", "1")))).isEqualTo("unknown_scorer");
        assertThat(reason(expecting(use("exact", "1", 0)))).isEqualTo("bad_expectation");
        assertThat(reason(expecting(use("exact", "1", Double.NaN)))).isEqualTo("bad_expectation");
        assertThat(reason(expecting(use("exact", "1", -1)))).isEqualTo("bad_expectation");
        assertThat(score(answered("run", 1, "x").setAnswer(null)).getUnscoredReason())
                .isEqualTo("missing_answer");
    }

    @Test
    void noneBesideAnotherScorerChangesNothing() {
        Score score = score(answered("run", 1, "42").setExpectation(expecting(use("none", ""), use("exact", "42"))));

        assertThat(score.getOutcome()).isEqualTo(Outcome.SCORED);
        assertThat(score.getParts()).hasSize(1);
    }

    @Test
    void keepsWhatIsNoAnswerApart() {
        assertThat(unanswered(Unanswered.TRUNCATED)).isEqualTo(Outcome.TRUNCATED);
        assertThat(unanswered(Unanswered.FILTERED)).isEqualTo(Outcome.FILTERED);
        assertThat(unanswered(Unanswered.REFUSED)).isEqualTo(Outcome.REFUSED);
        assertThat(unanswered(Unanswered.EMPTY)).isEqualTo(Outcome.EMPTY);
        assertThat(score(ended("run", 1, JobStatus.EXPIRED)).getOutcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(score(ended("run", 1, JobStatus.CANCELLED)).getOutcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(score(ended("run", 1, JobStatus.DEAD_LETTERED)).getOutcome()).isEqualTo(Outcome.DEAD_LETTERED);
    }

    @Test
    void neverScoresATruncatedAnswerThatWasKeptAsEvidence() {
        Score score = score(answered("run", 1, "42")
                .setStatus(JobStatus.UNANSWERED)
                .setUnanswered(Unanswered.TRUNCATED)
                .setExpectation(expecting(use("exact", "42"))));

        assertThat(score.getOutcome()).isEqualTo(Outcome.TRUNCATED);
        assertThat(score.getValue()).isNull();
        assertThat(score.getParts()).isEmpty();
    }

    @Test
    void readsTheFailureWhereAnUnansweredResultDoesNotSayWhy() {
        assertThat(score(ended("run", 1, JobStatus.UNANSWERED).setFailureKind(FailureKind.CONTENT_FILTERED))
                        .getOutcome())
                .isEqualTo(Outcome.FILTERED);
        assertThat(score(ended("run", 1, JobStatus.UNANSWERED).setFailureKind(FailureKind.TRUNCATED))
                        .getOutcome())
                .isEqualTo(Outcome.TRUNCATED);
        assertThat(score(ended("run", 1, JobStatus.UNANSWERED)).getOutcome()).isEqualTo(Outcome.EMPTY);
    }

    @Test
    void aFallbackAnswerIsScoredAndTagged() {
        Score score = score(answered("run", 1, "42")
                .setStatus(JobStatus.FALLBACK)
                .setUsedFallback("other/small")
                .setFallbackReason(FailureKind.OVERLOADED)
                .setExpectation(expecting(use("exact", "42"))));

        assertThat(score.getOutcome()).isEqualTo(Outcome.SCORED);
        assertThat(score.getStatus()).isEqualTo(JobStatus.FALLBACK);
        assertThat(score.getUsedFallback()).isEqualTo("other/small");
        assertThat(score.getFallbackReason()).isEqualTo(FailureKind.OVERLOADED);
    }

    @Test
    void scoringAgainGivesTheSameBytes() throws IOException {
        Result result = answered("run", 1, "It is 42.")
                .setExpectation(expecting(use("numeric", "42", 0.3), use("contains", "42", 0.6)))
                .build();

        byte[] first = bytes(new ScoreMaker(Scorers.standard()).score(result, WHEN));
        byte[] second = bytes(maker.score(result, WHEN));

        assertThat(Arrays.equals(first, second)).isTrue();
    }

    @Test
    void reasonsAreTheCodesThatOtherProgramsKnow() {
        assertThat(Arrays.stream(UnscoredReason.values()).map(UnscoredReason::code))
                .isEqualTo(List.of(
                        "no_expectation",
                        "bad_expectation",
                        "unknown_scorer",
                        "missing_answer",
                        "too_much_work",
                        "not_judged",
                        "judge_parse",
                        "judge_unanswered",
                        "judge_failed",
                        "judge_expired",
                        "judge_cancelled",
                        "scorer_error"));
    }

    private Outcome unanswered(Unanswered why) {
        return score(ended("run", 1, JobStatus.UNANSWERED).setUnanswered(why)).getOutcome();
    }

    private String reason(Expectation expectation) {
        Score score = score(answered("run", 1, "x").setExpectation(expectation));
        assertThat(score.getOutcome()).isEqualTo(Outcome.UNSCORED);
        assertThat(score.getValue()).isNull();
        return String.valueOf(score.getUnscoredReason());
    }

    private Score score(Result.Builder result) {
        return maker.score(result.build(), WHEN);
    }

    private static byte[] bytes(Score score) throws IOException {
        java.nio.ByteBuffer buffer = score.toByteBuffer();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
