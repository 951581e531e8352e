package dev.assay.semantic;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import dev.assay.scorer.scoring.AnswerScorer;
import dev.assay.scorer.scoring.Options;
import dev.assay.scorer.scoring.Rubric;
import dev.assay.scorer.scoring.UnscoredReason;
import dev.assay.scorer.scoring.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * How near the answer's meaning is to a target's: the cosine of their sentence embeddings (all-MiniLM-L6-v2, quantized; 384
 * dimensions), negative ones as 0, rounded to four digits because processors differ in the ones behind. Of several targets
 * the best counts. A model of English; it takes what is said for what is meant, so a denial is near what it denies.
 *
 * <p>Option {@code pass}: from which value on the answer passes, 0.7 by default.
 */
public final class Semantic implements AnswerScorer {
    private static final int MAX_CHARACTERS = 20_000;

    @Override
    public String name() {
        return ScorerNames.SEMANTIC;
    }

    @Override
    public void warmUp() {
        Embedding.of("ready");
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        double pass = options.share("pass", "0.7");
        for (String target : options.targets()) {
            if (isBlank(target) || target.length() > MAX_CHARACTERS) {
                options.problem("targets", target, "1 to " + MAX_CHARACTERS + " characters that are not all blank");
            }
        }
        return options.rubric(() -> {
            List<Embedding> targets =
                    use.getTargets().stream().map(Embedding::of).toList();
            return answer -> judge(answer, targets, pass);
        });
    }

    /** Whether there is nothing to embed: the model drops what takes no ink, and refuses a text that is nothing else. */
    private static boolean isBlank(String text) {
        return text.codePoints().noneMatch(Semantic::isVisible);
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static Verdict judge(String answer, List<Embedding> targets, double pass) {
        if (isBlank(answer)) {
            return Verdict.wrong(null, "no words in the answer");
        }
        if (answer.length() > MAX_CHARACTERS) {
            return new Verdict.Unscored(
                    UnscoredReason.TOO_MUCH_WORK,
                    "an answer of " + answer.length() + " characters (limit: " + MAX_CHARACTERS + ")");
        }
        Embedding embedding = Embedding.of(answer);
        double best = targets.stream().mapToDouble(embedding::cosine).max().orElse(0);
        double value = Math.clamp(Math.rint(best * 10_000) / 10_000, 0, 1);
        return new Verdict.Scored(value, value >= pass, null, String.format(Locale.ROOT, "cosine %.4f", best));
    }
}
