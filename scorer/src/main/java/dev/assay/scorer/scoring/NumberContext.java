package dev.assay.scorer.scoring;

import java.util.ArrayList;
import java.util.List;

/**
 * What the text round its numbers says of them: which are taken back ({@code 12, not 15}; {@code 12 instead of 15}) and
 * which are said by the way, among other things in brackets behind another number ({@code 18 (16 + 2)}, {@code 18 eggs
 * (in 3 nests)}).
 */
final class NumberContext {
    private static final List<String> REJECTIONS = List.of("not", "isn't", "wasn't", "instead of", "rather than");
    private static final List<String> UNEQUAL = List.of("≠", "!=", "\\neq", "\\ne");
    private static final int LONGEST_ASIDE = 300;
    private static final int LONGEST_UNIT = 20;

    private NumberContext() {}

    /** Those that an answer may end with: neither taken back, nor by the way. */
    static List<FoundNumber> meant(String text, List<FoundNumber> found) {
        List<FoundNumber> meant = new ArrayList<>(found.size());
        int asideEnd = -1;
        for (FoundNumber number : found) {
            boolean aside = number.start() < asideEnd && !isAlone(text, number);
            if (aside || isRejected(text, number.start())) {
                continue;
            }
            meant.add(number);
            asideEnd = Math.max(asideEnd, asideEnd(text, number.end()));
        }
        return meant;
    }

    private static boolean isRejected(String text, int start) {
        int end = start;
        while (end > 0 && start - end < 8 && isBetween(text.charAt(end - 1))) {
            end--;
        }
        int last = end;
        return UNEQUAL.stream().anyMatch(sign -> text.startsWith(sign, last - sign.length()))
                || (end < start && REJECTIONS.stream().anyMatch(word -> SignWord.isWord(text, word, last)));
    }

    private static boolean isBetween(char c) {
        return " *_`'\"".indexOf(c) >= 0 || Character.getType(c) == Character.CURRENCY_SYMBOL;
    }

    /** Where the brackets close that follow a number and its unit; -1 where none do. */
    private static int asideEnd(String text, int numberEnd) {
        int at = skip(text, numberEnd);
        int unit = at;
        while (unit < text.length() && unit - at < LONGEST_UNIT && isUnit(text.charAt(unit))) {
            unit++;
        }
        at = skip(text, unit);
        if (at == numberEnd || at >= text.length() || text.charAt(at) != '(' || text.charAt(at - 1) == '\\') {
            return -1;
        }
        int depth = 0;
        int last = Math.min(text.length(), at + LONGEST_ASIDE);
        for (int i = at; i < last; i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a number is all that its brackets hold: {@code 3 times 4 (12)}. */
    private static boolean isAlone(String text, FoundNumber number) {
        int before = number.start() - 1;
        while (before > 0 && number.start() - before < 4 && isBetween(text.charAt(before))) {
            before--;
        }
        int after = skip(text, number.end());
        return before >= 0 && text.charAt(before) == '(' && after < text.length() && text.charAt(after) == ')';
    }

    private static boolean isUnit(char c) {
        return Character.isLetter(c) || c == '²' || c == '³' || c == '°';
    }

    private static int skip(String text, int from) {
        int at = from;
        while (at < text.length() && at - from < 4 && (text.charAt(at) == ' ' || text.charAt(at) == '*')) {
            at++;
        }
        return at;
    }
}
