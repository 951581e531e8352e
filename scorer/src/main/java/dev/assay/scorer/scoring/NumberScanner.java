package dev.assay.scorer.scoring;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of a text as a careful reader would: {@code 1,000}, {@code 1.234,56}, {@code 3/4}, {@code 1 3/4},
 * {@code \frac{3}{4}}, {@code 1.5e-3}, {@code 3 × 10^8}, {@code 10^6}, {@code $5}, {@code 25 %}, {@code 5k},
 * {@code 2 million}, {@code negative 5}.
 * Exponents, dotted versions and numbers inside words do not count. One pass, no backtracking: any text is bounded.
 */
final class NumberScanner {
    private final String text;
    private final NumberForm form;

    private NumberScanner(String text) {
        this.text = text;
        this.form = new NumberForm(text);
    }

    /** The numbers in order; the text is brought into the form of {@link NumberText} by the caller. */
    static List<FoundNumber> scan(String text) {
        return new NumberScanner(text).all();
    }

    private List<FoundNumber> all() {
        List<FoundNumber> found = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            NumberForm.Part part = form.partAt(at);
            if (part == null) {
                at++;
                continue;
            }
            at = part.end();
            if (!isExponent(part.start()) && !part.dotted()) {
                FoundNumber number = number(part);
                found.add(number);
                at = Math.max(at, number.end());
            }
        }
        return found;
    }

    private FoundNumber number(NumberForm.Part first) {
        Optional<Rational> value = first.value();
        int end = first.end();
        NumberForm.Part fraction = form.mixedWith(first);
        if (fraction != null) {
            value = value.flatMap(whole -> fraction.value().map(whole::plus));
            end = fraction.end();
        }
        int start = first.start();
        boolean negative = false;
        int sign = signBefore(start);
        if (sign >= 0) {
            negative = text.charAt(sign) == '-';
            start = sign;
        } else {
            int word = SignWord.before(text, start);
            negative = word >= 0;
            start = negative ? word : start;
        }
        BigDecimal magnitude = null;
        NumberSuffix suffix = NumberSuffix.at(text, end);
        if (suffix != null) {
            magnitude = suffix.magnitude();
            end = suffix.end();
        }
        boolean percent = suffix != null && suffix.percent();
        return new FoundNumber(
                start, end, text.substring(start, end), readings(value, negative, magnitude), percent, isGlued(start));
    }

    private static List<Rational> readings(Optional<Rational> value, boolean negative, @Nullable BigDecimal magnitude) {
        if (value.isEmpty()) {
            return List.of();
        }
        Rational signed = negative ? value.get().negated() : value.get();
        return magnitude == null ? List.of(signed) : List.of(signed, signed.times(magnitude));
    }

    /** Where the number's sign stands, before its currency or after it; -1 where it has none. */
    private int signBefore(int start) {
        int at = start - 1;
        if (at >= 0 && isSign(at)) {
            return startsNumber(at) ? at : -1;
        }
        if (at >= 0 && isCurrency(text.charAt(at))) {
            return at > 0 && isSign(at - 1) && startsNumber(at - 1) ? at - 1 : -1;
        }
        // "x = - 5": apart from its number a minus counts only behind an equals sign, for elsewhere it is a bullet.
        while (at >= 0 && text.charAt(at) == ' ') {
            at--;
        }
        boolean apart = at >= 0 && at < start - 1 && text.charAt(at) == '-' && isAfterEquals(at);
        return apart ? at : -1;
    }

    private boolean isSign(int at) {
        return text.charAt(at) == '-' || text.charAt(at) == '+';
    }

    /** Whether a sign belongs to the number behind it rather than standing between two operands or in a word. */
    private boolean startsNumber(int sign) {
        if (sign == 0) {
            return true;
        }
        char before = text.charAt(sign - 1);
        return !Character.isLetterOrDigit(before) && before != ')' && before != '}' && before != '%';
    }

    private boolean isAfterEquals(int at) {
        int before = at - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        return before >= 0 && (text.charAt(before) == '=' || text.charAt(before) == '≈');
    }

    private static boolean isCurrency(char c) {
        return Character.getType(c) == Character.CURRENCY_SYMBOL;
    }

    /** Whether what stands here is the exponent of something: {@code x^2}, {@code 10^{6}}. */
    private boolean isExponent(int start) {
        int at = start - 1;
        if (at >= 0 && isSign(at)) {
            at--;
        }
        if (at >= 0 && (text.charAt(at) == '{' || text.charAt(at) == '(')) {
            at--;
        }
        return at >= 0 && text.charAt(at) == '^';
    }

    private boolean isGlued(int start) {
        if (start == 0) {
            return false;
        }
        char before = text.charAt(start - 1);
        return Character.isLetter(before) || before == '_';
    }
}
