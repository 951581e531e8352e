package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.Set;
import java.util.TreeSet;

/**
 * Right when the answer chooses the target's letter, found by {@link ChosenLetter}. An answer that chooses none or
 * several is wrong, and its label says which it was. Option {@code choices} names the letters: {@code A-E} by default.
 */
final class Choice implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.CHOICE;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        char last = last(options);
        ChosenLetter chosen = new ChosenLetter(last);
        Set<String> targets = new TreeSet<>();
        for (String target : options.targets()) {
            String letter = chosen.ofTarget(target);
            if (letter.isEmpty()) {
                options.problem("targets", target, "one letter, A to " + last);
            }
            targets.add(letter);
        }
        return options.rubric(() -> answer -> judge(chosen.of(answer), targets));
    }

    private static char last(Options options) {
        String choices = options.text("choices", "A-E");
        if (choices.length() == 3 && choices.startsWith("A-") && choices.charAt(2) >= 'B' && choices.charAt(2) <= 'Z') {
            return choices.charAt(2);
        }
        options.problem("choices", choices, "a range such as A-E");
        return 'E';
    }

    private static Verdict judge(Set<String> chosen, Set<String> targets) {
        if (chosen.isEmpty()) {
            return Verdict.wrong(null, "no choice found in the answer");
        }
        String label = String.join(",", chosen);
        if (chosen.size() > 1) {
            return Verdict.wrong(label, "the answer does not decide between " + label);
        }
        return targets.containsAll(chosen)
                ? Verdict.right(label)
                : Verdict.wrong(label, "chose " + label + " where " + String.join(" or ", targets) + " is expected");
    }
}
