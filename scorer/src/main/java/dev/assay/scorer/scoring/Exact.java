package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.List;

/**
 * Right when the answer is a target, character for character. Option {@code strip=true} leaves white space at both
 * ends of answer and target out of it.
 */
final class Exact implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.EXACT;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        boolean strip = options.flag("strip", false);
        List<String> targets = options.targets().stream()
                .map(target -> strip ? target.strip() : target)
                .toList();
        return options.rubric(() -> answer -> judge(strip ? answer.strip() : answer, targets));
    }

    private static Verdict judge(String answer, List<String> targets) {
        return targets.contains(answer)
                ? Verdict.right(null)
                : Verdict.wrong(null, difference(answer, targets.getFirst()));
    }

    private static String difference(String answer, String target) {
        int at = 0;
        while (at < answer.length() && at < target.length() && answer.charAt(at) == target.charAt(at)) {
            at++;
        }
        if (at == target.length()) {
            return "goes on after the target: " + Excerpt.quoted(answer.substring(at));
        }
        if (at == answer.length()) {
            return "ends before the target does: " + Excerpt.quoted(target.substring(at)) + " is missing";
        }
        return "differs from character " + (at + 1) + " on: " + Excerpt.quoted(answer.substring(at)) + " where "
                + Excerpt.quoted(target.substring(at)) + " is expected";
    }
}
