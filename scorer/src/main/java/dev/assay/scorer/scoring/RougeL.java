package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * ROUGE-L (Lin, <i>ROUGE: a package for automatic evaluation of summaries</i>, ACL workshop 2004) of the answer against a
 * target: the F-measure of the longest common subsequence of their tokens, precision and recall weighing the same
 * ({@code β = 1}): {@code 2 · lcs / (tokens of the answer + tokens of the target)}. Of several targets the best counts.
 *
 * <p>Options: {@code tokens} ({@link TextTokens}, {@code words}), {@code case} ({@code fold} or {@code keep}) and
 * {@code pass}, from which value on the answer passes. No stemming: it would be another measure in each language.
 */
final class RougeL implements AnswerScorer {
    /** Tokens of the answer times tokens of all targets. */
    private static final long MAX_WORK = 100_000_000;

    private static final int MAX_CHARACTERS = 1_000_000;

    @Override
    public String name() {
        return ScorerNames.ROUGE_L;
    }

    /** A longest common subsequence and the lengths of both sides, in tokens. */
    private record Overlap(int common, int answer, int target) {
        double value() {
            return 2.0 * common / (answer + target);
        }
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        TextTokens form = TextTokens.asked(options, TextTokens.WORDS);
        boolean fold = options.oneOf("case", "fold", "keep", "fold").equals("fold");
        double pass = options.share("pass", "0.5");
        List<List<String>> targets = options.targets().stream()
                .map(target -> {
                    List<String> tokens = form.of(fold ? CaseFold.of(target) : target);
                    if (tokens.isEmpty()) {
                        options.problem("targets", target, "text with at least one word");
                    }
                    return tokens;
                })
                .toList();
        long length = targets.stream().mapToLong(List::size).sum();
        return options.rubric(() -> answer -> {
            if (answer.length() > MAX_CHARACTERS) {
                return tooLong("of " + answer.length() + " characters");
            }
            List<String> tokens = form.of(fold ? CaseFold.of(answer) : answer);
            return tokens.size() * length > MAX_WORK
                    ? tooLong("of " + tokens.size() + " tokens against targets of " + length)
                    : judge(tokens, targets, pass);
        });
    }

    private static Verdict tooLong(String what) {
        return new Verdict.Unscored(UnscoredReason.TOO_MUCH_WORK, "an answer " + what + " is too long to compare");
    }

    private static Verdict judge(List<String> answer, List<List<String>> targets, double pass) {
        if (answer.isEmpty()) {
            return Verdict.wrong(null, "no words in the answer");
        }
        Overlap best = new Overlap(0, answer.size(), 1);
        for (List<String> target : targets) {
            Overlap overlap = new Overlap(common(answer, target), answer.size(), target.size());
            best = overlap.value() > best.value() ? overlap : best;
        }
        String why = "a common subsequence of " + best.common() + " tokens in " + best.answer() + " of the answer and "
                + best.target() + " of the target";
        return new Verdict.Scored(
                best.value(), best.value() >= pass, null, best.common() == 0 ? "no token in common" : why);
    }

    /** Length of the longest common subsequence, in two rows of the usual table over numbered tokens. */
    private static int common(List<String> answer, List<String> target) {
        Map<String, Integer> numbers = new HashMap<>();
        int[] across = target.stream()
                .mapToInt(token -> numbers.computeIfAbsent(token, unused -> numbers.size()))
                .toArray();
        int[] above = new int[across.length + 1];
        int[] row = new int[across.length + 1];
        for (String token : answer) {
            int number = numbers.getOrDefault(token, -1);
            if (number >= 0) {
                for (int i = 1; i <= across.length; i++) {
                    row[i] = across[i - 1] == number ? above[i - 1] + 1 : Math.max(above[i], row[i - 1]);
                }
                int[] swapped = above;
                above = row;
                row = swapped;
            }
        }
        return above[across.length];
    }
}
