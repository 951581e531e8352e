package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Sentence BLEU (Papineni et al., <i>BLEU: a method for automatic evaluation of machine translation</i>, ACL 2002) of the
 * answer against the targets, which are its references: the geometric mean of the clipped precisions of 1- to 4-grams,
 * times the brevity penalty {@code exp(1 - r/c)} where the answer's {@code c} tokens are fewer than the {@code r} of the
 * reference nearest in length (the shorter of two as near). Of an answer with fewer than four tokens the n-grams it has
 * count. 0 to 1; sacreBLEU's {@code sentence_bleu} is the same times 100.
 *
 * <p>A sentence seldom has a 4-gram in common, so precisions of 0 are smoothed. Option {@code smooth}: {@code exp}, the
 * first of them becomes 1/2 of one n-gram, the next 1/4 and so on (method 3 of Chen and Cherry, WMT 2014; sacreBLEU's
 * default); {@code add1}, one is added to matches and totals of 2- to 4-grams (Lin and Och, COLING 2004); {@code none}.
 * An answer that shares no token is 0 with any of them. Options {@code tokens} ({@link TextTokens}, {@code 13a}),
 * {@code case} ({@code keep} or {@code fold}) and {@code pass}, from which value on the answer passes.
 */
final class Bleu implements AnswerScorer {
    private static final int ORDERS = 4;
    private static final int MAX_CHARACTERS = 1_000_000;

    @Override
    public String name() {
        return ScorerNames.BLEU;
    }

    /** A reference: how often it has each n-gram, and its length in tokens. */
    private record Reference(Map<String, Integer> grams, int length) {}

    /** How it is computed, and from which value on an answer passes. */
    private record Settings(TextTokens tokens, boolean fold, String smooth, double pass) {
        List<String> tokensOf(String text) {
            return tokens.of(fold ? CaseFold.of(text) : text);
        }
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        Settings settings = new Settings(
                TextTokens.asked(options, TextTokens.MTEVAL),
                options.oneOf("case", "keep", "keep", "fold").equals("fold"),
                options.oneOf("smooth", "exp", "exp", "add1", "none"),
                options.share("pass", "0.5"));
        List<Reference> references = options.targets().stream()
                .map(target -> {
                    List<String> tokens = settings.tokensOf(target);
                    if (tokens.isEmpty()) {
                        options.problem("targets", target, "text with at least one word");
                    }
                    return new Reference(grams(tokens), tokens.size());
                })
                .toList();
        return options.rubric(() -> answer -> judge(answer, references, settings));
    }

    private static Verdict judge(String answer, List<Reference> references, Settings settings) {
        if (answer.length() > MAX_CHARACTERS) {
            return new Verdict.Unscored(
                    UnscoredReason.TOO_MUCH_WORK,
                    "an answer of " + answer.length() + " characters (limit: " + MAX_CHARACTERS + ")");
        }
        List<String> tokens = settings.tokensOf(answer);
        if (tokens.isEmpty()) {
            return Verdict.wrong(null, "no words in the answer");
        }
        int[] matches = matches(grams(tokens), references);
        double penalty = penalty(tokens.size(), nearest(tokens.size(), references));
        double value = matches[0] == 0 ? 0 : penalty * mean(matches, tokens.size(), settings.smooth());
        StringBuilder why = new StringBuilder();
        for (int n = 1; n <= Math.min(ORDERS, tokens.size()); n++) {
            why.append(n)
                    .append("-grams ")
                    .append(matches[n - 1])
                    .append('/')
                    .append(tokens.size() - n + 1)
                    .append(", ");
        }
        why.append(String.format(Locale.ROOT, "brevity penalty %.3f", penalty));
        double bounded = Math.min(1, value);
        return new Verdict.Scored(bounded, bounded >= settings.pass(), null, why.toString());
    }

    /** How often the answer has n-grams of a reference, each counted as often as the reference that has it most. */
    private static int[] matches(Map<String, Integer> grams, List<Reference> references) {
        int[] matches = new int[ORDERS];
        grams.forEach((gram, count) -> {
            int most = 0;
            for (Reference reference : references) {
                most = Math.max(most, reference.grams().getOrDefault(gram, 0));
            }
            matches[gram.charAt(0) - 1] += Math.min(count, most);
        });
        return matches;
    }

    private static double mean(int[] matches, int length, String smooth) {
        int orders = Math.min(ORDERS, length);
        double logs = 0;
        double halved = 1;
        for (int n = 1; n <= orders; n++) {
            double match = matches[n - 1];
            double total = length - n + 1;
            if (smooth.equals("add1") && n > 1) {
                match++;
                total++;
            }
            if (match == 0) {
                if (!smooth.equals("exp")) {
                    return 0;
                }
                halved /= 2;
                match = halved;
            }
            logs += StrictMath.log(match / total);
        }
        return StrictMath.exp(logs / orders);
    }

    private static int nearest(int length, List<Reference> references) {
        int nearest = references.getFirst().length();
        for (Reference reference : references) {
            int distance = Math.abs(reference.length() - length);
            int best = Math.abs(nearest - length);
            if (distance < best || (distance == best && reference.length() < nearest)) {
                nearest = reference.length();
            }
        }
        return nearest;
    }

    private static double penalty(int length, int nearest) {
        return length >= nearest ? 1 : StrictMath.exp(1 - (double) nearest / length);
    }

    /** How often each n-gram occurs; its key is its order as a character, then its tokens. */
    private static Map<String, Integer> grams(List<String> tokens) {
        Map<String, Integer> grams = new HashMap<>();
        for (int i = 0; i < tokens.size(); i++) {
            StringBuilder gram = new StringBuilder();
            for (int n = 1; n <= ORDERS && i + n <= tokens.size(); n++) {
                gram.append(' ').append(tokens.get(i + n - 1));
                grams.merge((char) n + gram.toString(), 1, Integer::sum);
            }
        }
        return grams;
    }
}
