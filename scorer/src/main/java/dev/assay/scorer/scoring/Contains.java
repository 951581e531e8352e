package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.List;

/**
 * Right when a target stands somewhere in the answer. Option {@code case=fold} ignores case; {@code words=true} asks
 * for whole words, so that {@code cat} is not found in {@code concatenate}.
 */
final class Contains implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.CONTAINS;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        String casing = options.text("case", "keep");
        if (!casing.equals("keep") && !casing.equals("fold")) {
            options.problem("case", casing, "keep or fold");
        }
        boolean fold = casing.equals("fold");
        boolean words = options.flag("words", false);
        List<String> targets = options.targets().stream()
                .map(target -> fold ? CaseFold.of(target) : target)
                .toList();
        if (targets.contains("")) {
            options.problem("targets", "", "text; every answer contains the empty one");
        }
        return options.rubric(() -> answer -> {
            String text = fold ? CaseFold.of(answer) : answer;
            for (String target : targets) {
                if (isIn(text, target, words)) {
                    return Verdict.right(Excerpt.of(target, 80));
                }
            }
            return Verdict.wrong(null, "holds none of the targets, such as " + Excerpt.quoted(targets.getFirst()));
        });
    }

    private static boolean isIn(String text, String target, boolean words) {
        int at = text.indexOf(target);
        while (words && at >= 0 && !isWhole(text, at, at + target.length())) {
            at = text.indexOf(target, at + 1);
        }
        return at >= 0;
    }

    private static boolean isWhole(String text, int start, int end) {
        boolean before = start > 0 && joins(text.codePointBefore(start), text.codePointAt(start));
        boolean after = end < text.length() && joins(text.codePointBefore(end), text.codePointAt(end));
        return !before && !after;
    }

    private static boolean joins(int left, int right) {
        return Character.isLetterOrDigit(left) && Character.isLetterOrDigit(right);
    }
}
