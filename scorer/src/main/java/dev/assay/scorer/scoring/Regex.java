package dev.assay.scorer.scoring;

import dev.assay.runtime.LinearPattern;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Right when a target, a regular expression in RE2 syntax, matches somewhere in the answer; with {@code match=full}
 * it has to match all of it. Flags are written into the pattern: {@code (?i)}, {@code (?s)}, {@code (?m)}.
 */
final class Regex implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.REGEX;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        String match = options.text("match", "find");
        if (!match.equals("find") && !match.equals("full")) {
            options.problem("match", match, "find or full");
        }
        List<LinearPattern> patterns = new ArrayList<>();
        for (String target : options.targets()) {
            try {
                patterns.add(LinearPattern.compile(target));
            } catch (IllegalArgumentException e) {
                options.problem("targets", target, "a pattern in RE2 syntax: " + e.getMessage());
            }
        }
        return options.rubric(() -> answer -> judge(answer, patterns, match.equals("full")));
    }

    private static Verdict judge(String answer, List<LinearPattern> patterns, boolean full) {
        for (LinearPattern pattern : patterns) {
            if (!pattern.isAffordable(answer)) {
                return new Verdict.Unscored(
                        UnscoredReason.TOO_MUCH_WORK,
                        "an answer of " + answer.length() + " characters is too long for a pattern of this size");
            }
            Optional<String> found = full ? Optional.of(answer).filter(pattern::matchesWhole) : pattern.find(answer);
            if (found.isPresent()) {
                return Verdict.right(Excerpt.of(found.get(), 80));
            }
        }
        return Verdict.wrong(null, full ? "no pattern matches all of it" : "no pattern matches in it");
    }
}
