package dev.assay.scorer.scoring;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The form in which {@code normalized} compares texts. In this order: Unicode NFKC; invisible format characters out;
 * case folded ({@link CaseFold}); punctuation out; the English articles
 * {@code a, an, the} out; white space runs to one space, none at the ends.
 *
 * <p>This is the usual normalisation of question-answering benchmarks but for two traps of theirs. A mark that is part
 * of a number stays ({@code 3.5} is not {@code 35}, {@code -5} is not {@code 5}), and articles stay where nothing else
 * is left ({@code A} may be the answer).
 */
record NormalText(boolean foldCase, boolean dropPunctuation, boolean dropArticles) {
    private static final Set<String> ARTICLES = Set.of("a", "an", "the");

    String of(String text) {
        String normal = withoutFormat(Normalizer.normalize(text, Normalizer.Form.NFKC));
        if (foldCase) {
            normal = Normalizer.normalize(CaseFold.of(normal), Normalizer.Form.NFKC);
        }
        if (dropPunctuation) {
            normal = withoutPunctuation(normal);
        }
        List<String> words = words(normal);
        if (dropArticles) {
            List<String> others = words.stream()
                    .filter(word -> !ARTICLES.contains(word.toLowerCase(Locale.ROOT)))
                    .toList();
            words = others.isEmpty() ? words : others;
        }
        return String.join(" ", words);
    }

    private static String withoutFormat(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().filter(c -> Character.getType(c) != Character.FORMAT).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static String withoutPunctuation(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (isMinus(c) && isSign(text, i, next)) {
                kept.append('-');
            } else if (!isPunctuation(c) || isBetweenDigits(text, i, next)) {
                kept.appendCodePoint(c);
            }
            i = next;
        }
        return kept.toString();
    }

    private static boolean isMinus(int c) {
        return c == '-' || c == '\u2212' || c == '\u2013';
    }

    /** A minus that starts a number: a digit follows, and nothing that it could join stands before it. */
    private static boolean isSign(String text, int at, int next) {
        boolean joins = at > 0 && Character.isLetterOrDigit(text.codePointBefore(at));
        return !joins && next < text.length() && Character.isDigit(text.codePointAt(next));
    }

    private static boolean isBetweenDigits(String text, int at, int next) {
        return at > 0
                && next < text.length()
                && Character.isDigit(text.codePointBefore(at))
                && Character.isDigit(text.codePointAt(next));
    }

    private static boolean isPunctuation(int c) {
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> c != '%';
            // Markdown's code mark; Unicode calls it a symbol.
            default -> c == '`';
        };
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                    word.setLength(0);
                }
            } else {
                word.appendCodePoint(c);
            }
        });
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }
}
