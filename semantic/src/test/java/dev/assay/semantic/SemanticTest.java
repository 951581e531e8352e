package dev.assay.semantic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerNames;
import dev.assay.scorer.scoring.AnswerScorer;
import dev.assay.scorer.scoring.Rubric;
import dev.assay.scorer.scoring.ScorerPlugins;
import dev.assay.scorer.scoring.UnscoredReason;
import dev.assay.scorer.scoring.Verdict;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Values of the model are pinned loosely: their order is the promise, and that they stay what they were. */
class SemanticTest {
    private static final String STORM = "The storm cut off power to half of the town.";

    private final AnswerScorer semantic =
            ServiceLoader.load(AnswerScorer.class).findFirst().orElseThrow();

    @Test
    void isFoundOnTheClassPathByItsName() {
        assertThat(semantic.name()).isEqualTo(ScorerNames.SEMANTIC);
        assertThat(ScorerPlugins.onClassPath().names()).contains(ScorerNames.SEMANTIC);
    }

    @Test
    void theSameMeaningInOtherWordsIsNearerThanAnotherMeaning() {
        double same = value(STORM, STORM);
        double paraphrase = value("Half the town lost electricity in the storm.", STORM);
        double related = value("The town has a new power station.", STORM);
        double other = value("She bakes bread on Sundays.", STORM);

        assertThat(same).isEqualTo(1);
        assertThat(paraphrase).isBetween(0.75, 0.99);
        assertThat(related).isBetween(0.2, paraphrase - 0.1);
        assertThat(other).isBetween(0.0, related - 0.1);
    }

    @Test
    void theBestTargetCountsAndTheSameTextsGiveTheSameValue() {
        double first = value("A cat sat on the mat.", STORM, "The mat had a cat on it.");

        assertThat(first).isEqualTo(value("A cat sat on the mat.", "The mat had a cat on it."));
        assertThat(first * 10_000).isCloseTo(Math.rint(first * 10_000), within(1e-6));
    }

    @Test
    void passesFromTheThresholdOn() {
        String paraphrase = "Half the town lost electricity in the storm.";
        assertThat(scored(judge(Map.of(), paraphrase, STORM)).passed()).isTrue();
        assertThat(scored(judge(Map.of("pass", "0.99"), paraphrase, STORM)).passed())
                .isFalse();
        assertThat(scored(judge(Map.of(), " \n", STORM)).passed()).isFalse();
    }

    @Test
    void longAnswersAreReadInPartsAndTooLongOnesNotAtAll() {
        assertThat(scored(judge(Map.of(), (STORM + " ").repeat(200), STORM)).value())
                .isGreaterThan(0.6);
        assertThat(((Verdict.Unscored) judge(Map.of(), "storm ".repeat(5_000), STORM)).reason())
                .isEqualTo(UnscoredReason.TOO_MUCH_WORK);
    }

    @Test
    void noTextBreaksIt() {
        for (String text : List.of(
                "\uD83D",
                "\uDE00\uD83D",
                "\u0000",
                "\uFEFF",
                "٣",
                "```",
                "\u202E",
                "a\u0301".repeat(900),
                "😀".repeat(900))) {
            assertThat(scored(judge(Map.of(), text, STORM)).value()).as(text).isBetween(0.0, 1.0);
        }
    }

    @Test
    void refusesWhatItCannotUse() {
        assertThat(((Verdict.Unscored) judge(Map.of("model", "large"), "x", STORM)).explanation())
                .contains("option 'model' (expected: one of pass)");
        assertThat(((Verdict.Unscored) judge(Map.of(), "x", " ")).reason()).isEqualTo(UnscoredReason.BAD_EXPECTATION);
        assertThat(((Verdict.Unscored) judge(Map.of(), "x")).reason()).isEqualTo(UnscoredReason.BAD_EXPECTATION);
    }

    private double value(String answer, String... targets) {
        return scored(judge(Map.of(), answer, targets)).value();
    }

    private Verdict judge(Map<String, String> options, String answer, String... targets) {
        Rubric rubric = semantic.prepare(Expecting.use(ScorerNames.SEMANTIC, List.of(targets), options, 1));
        return rubric.judge(answer);
    }

    private static Verdict.Scored scored(Verdict verdict) {
        return (Verdict.Scored) verdict;
    }
}
