package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.List;

/**
 * Right when answer and target are the same after {@link NormalText}. Options {@code case}, {@code punctuation} and
 * {@code articles} take {@code keep} to leave that part of the answer as it is.
 */
final class Normalized implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.NORMALIZED;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        NormalText form = new NormalText(
                !keeps(options, "case", "fold"),
                !keeps(options, "punctuation", "drop"),
                !keeps(options, "articles", "drop"));
        List<String> targets = options.targets().stream().map(form::of).toList();
        return options.rubric(() -> answer -> {
            String normal = form.of(answer);
            String label = Excerpt.of(normal, 80);
            return targets.contains(normal)
                    ? Verdict.right(label)
                    : Verdict.wrong(
                            label,
                            "reads " + Excerpt.quoted(normal) + " where " + Excerpt.quoted(targets.getFirst())
                                    + " is expected");
        });
    }

    private static boolean keeps(Options options, String name, String otherwise) {
        String value = options.text(name, otherwise);
        if (!value.equals("keep") && !value.equals(otherwise)) {
            options.problem(name, value, "keep or " + otherwise);
        }
        return value.equals("keep");
    }
}
