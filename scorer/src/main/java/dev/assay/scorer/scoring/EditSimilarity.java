package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.text.Normalizer;
import java.util.List;

/**
 * One minus the edit distance of answer and target (Levenshtein 1966: insertions, deletions and substitutions of one
 * character, each costs 1) over the length of the longer one. Characters are code points of the Unicode NFC form, so that
 * {@code é} is one however it was typed. Two empty texts are 1. Of several targets the best counts.
 *
 * <p>Options: {@code case} ({@code keep} or {@code fold}), and {@code pass}, from which value on the answer passes.
 */
final class EditSimilarity implements AnswerScorer {
    /** Characters of the answer times characters of all targets. */
    private static final long MAX_WORK = 100_000_000;

    private static final int MAX_CHARACTERS = 1_000_000;

    @Override
    public String name() {
        return ScorerNames.EDIT_SIMILARITY;
    }

    /** An edit distance, and the length of the longer text. */
    private record Distance(int edits, int length) {
        double value() {
            return length == 0 ? 1 : 1 - (double) edits / length;
        }
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        boolean fold = options.oneOf("case", "keep", "keep", "fold").equals("fold");
        double pass = options.share("pass", "0.5");
        List<int[]> targets = options.targets().stream()
                .map(target -> characters(target, fold))
                .toList();
        long length = targets.stream().mapToLong(target -> target.length).sum();
        return options.rubric(() -> answer -> {
            int[] text = answer.length() > MAX_CHARACTERS ? new int[0] : characters(answer, fold);
            if (answer.length() > MAX_CHARACTERS || text.length * length > MAX_WORK) {
                return new Verdict.Unscored(
                        UnscoredReason.TOO_MUCH_WORK,
                        "an answer of " + answer.length() + " characters is too long to compare with targets of "
                                + length);
            }
            return judge(text, targets, pass);
        });
    }

    private static int[] characters(String text, boolean fold) {
        String normal = Normalizer.normalize(text, Normalizer.Form.NFC);
        return (fold ? Normalizer.normalize(CaseFold.of(normal), Normalizer.Form.NFC) : normal)
                .codePoints()
                .toArray();
    }

    private static Verdict judge(int[] answer, List<int[]> targets, double pass) {
        Distance best = distance(answer, targets.getFirst());
        for (int[] target : targets.subList(1, targets.size())) {
            Distance other = distance(answer, target);
            best = other.value() > best.value() ? other : best;
        }
        String why = best.edits() == 0 ? null : best.edits() + " edits in " + best.length() + " characters";
        return new Verdict.Scored(best.value(), best.value() >= pass, null, why);
    }

    private static Distance distance(int[] answer, int[] target) {
        int start = 0;
        int answerEnd = answer.length;
        int targetEnd = target.length;
        while (start < answerEnd && start < targetEnd && answer[start] == target[start]) {
            start++;
        }
        while (answerEnd > start && targetEnd > start && answer[answerEnd - 1] == target[targetEnd - 1]) {
            answerEnd--;
            targetEnd--;
        }
        int[] row = new int[targetEnd - start + 1];
        for (int i = 0; i < row.length; i++) {
            row[i] = i;
        }
        for (int i = start; i < answerEnd; i++) {
            int diagonal = row[0];
            row[0] = i - start + 1;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int substituted = diagonal + (answer[i] == target[start + j - 1] ? 0 : 1);
                row[j] = Math.min(substituted, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return new Distance(row[row.length - 1], Math.max(answer.length, target.length));
    }
}
