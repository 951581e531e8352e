package dev.assay.scorer.scoring;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What follows a number and changes what it means: a percent sign or a magnitude. Units are no suffix: they are left
 * where they are.
 *
 * @param end where it ends
 * @param percent whether it says percent
 * @param magnitude what it multiplies by; null for none
 */
record NumberSuffix(int end, boolean percent, @Nullable BigDecimal magnitude) {
    private static final Map<String, BigDecimal> WORDS = Map.of(
            "hundred", power(2),
            "thousand", power(3),
            "million", power(6),
            "mn", power(6),
            "billion", power(9),
            "bn", power(9),
            "trillion", power(12));
    private static final Map<String, BigDecimal> LETTERS =
            Map.of("k", power(3), "K", power(3), "M", power(6), "B", power(9));
    private static final int LONGEST = 8;

    private static BigDecimal power(int ten) {
        return BigDecimal.ONE.scaleByPowerOfTen(ten);
    }

    /** The suffix of a number that ends here; null where there is none. */
    static @Nullable NumberSuffix at(String text, int end) {
        int at = end;
        while (at < text.length() && at - end < 2 && isSpace(text.charAt(at))) {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '%') {
            return new NumberSuffix(at + 1, true, null);
        }
        int stop = at;
        while (stop < text.length() && stop - at <= LONGEST && Character.isLetter(text.charAt(stop))) {
            stop++;
        }
        String word = text.substring(at, stop);
        String small = word.toLowerCase(Locale.ROOT);
        if (small.equals("percent") || small.equals("pct")) {
            return new NumberSuffix(stop, true, null);
        }
        BigDecimal magnitude = WORDS.get(small);
        if (magnitude == null && at == end) {
            magnitude = LETTERS.get(word);
        }
        return magnitude == null ? null : new NumberSuffix(stop, false, magnitude);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\u00A0' || c == '\u2009' || c == '\u202F';
    }
}
