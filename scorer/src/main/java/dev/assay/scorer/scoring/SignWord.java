package dev.assay.scorer.scoring;

import java.util.List;

/**
 * A sign that is written out: {@code negative 5}; {@code minus 5} where it starts a value ({@code it is minus 5}) and does
 * not stand between two ({@code 7 minus 5}).
 */
final class SignWord {
    private static final String NEGATIVE = "negative";
    private static final String MINUS = "minus";
    private static final List<String> LINKS = List.of("is", "equals", "was", "be", "to", "of", "get", "gives");

    private SignWord() {}

    /** Where the word begins that makes the number at {@code start} negative; -1 where there is none. */
    static int before(String text, int start) {
        int end = start;
        while (end > 0 && start - end < 3 && isGap(text.charAt(end - 1))) {
            end--;
        }
        if (end == start) {
            return -1;
        }
        if (isWord(text, NEGATIVE, end)) {
            return end - NEGATIVE.length();
        }
        int word = end - MINUS.length();
        return isWord(text, MINUS, end) && startsValue(text, word) ? word : -1;
    }

    private static boolean startsValue(String text, int word) {
        int at = word;
        while (at > 0 && text.charAt(at - 1) == ' ') {
            at--;
        }
        if (at == 0) {
            return true;
        }
        char before = text.charAt(at - 1);
        if (!Character.isLetterOrDigit(before)) {
            return "=:≈(\n,*".indexOf(before) >= 0;
        }
        int end = at;
        return LINKS.stream().anyMatch(link -> isWord(text, link, end));
    }

    /** Whether that word, in any case, ends here and is not the end of a longer one. */
    static boolean isWord(String text, String word, int end) {
        int from = end - word.length();
        return from >= 0
                && text.regionMatches(true, from, word, 0, word.length())
                && (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)));
    }

    private static boolean isGap(char c) {
        return c == ' ' || Character.getType(c) == Character.CURRENCY_SYMBOL;
    }
}
