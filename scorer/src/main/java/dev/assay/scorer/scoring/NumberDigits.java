package dev.assay.scorer.scoring;

import org.jspecify.annotations.Nullable;

/**
 * The digits of a number with the marks between them: thousands ({@code 1,000}, {@code 1'000}, {@code 1_000}, thin
 * spaces, India's {@code 1,00,000}), decimals, and the continental {@code 1.234,56}, {@code 1'234,56} and
 * {@code 1.234.567} where no other reading is possible. {@code 1,5} stays two numbers: a list of two is as likely.
 *
 * @param plain digits with at most one point
 * @param end where they end
 * @param dotted whether it is no number: {@code 1.2.3}
 */
record NumberDigits(String plain, int end, boolean dotted) {
    private static final String THOUSANDS_MARKS = ",'_\u00A0\u2009\u202F\u2007";

    boolean isWhole() {
        return plain.indexOf('.') < 0;
    }

    static boolean isDigit(String text, int at) {
        return at >= 0 && at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    /** Reads them; a digit, or a point and a digit, stands here. */
    static NumberDigits at(String text, int start) {
        int end = run(text, start);
        int first = end - start;
        boolean decimalComma = false;
        if (first > 0 && first <= 3) {
            NumberDigits continental = continental(text, start, end);
            if (continental != null) {
                return continental;
            }
            int leadingEnd = end;
            end = grouped(text, end);
            decimalComma = end > leadingEnd && text.charAt(leadingEnd) != ',';
        }
        StringBuilder plain = new StringBuilder(digitsOf(text, start, end));
        if (decimalComma && text.startsWith(",", end) && isDigit(text, end + 1)) {
            int decimals = run(text, end + 1);
            return new NumberDigits(plain + "." + text.substring(end + 1, decimals), decimals, false);
        }
        if (end < text.length() && text.charAt(end) == '.' && isDigit(text, end + 1)) {
            int decimals = run(text, end + 1);
            if (isDotted(text, decimals)) {
                return new NumberDigits(plain.toString(), dottedEnd(text, decimals), true);
            }
            plain.append('.').append(text, end + 1, decimals);
            end = decimals;
        }
        return new NumberDigits(plain.toString(), end, false);
    }

    private static int run(String text, int from) {
        int at = from;
        while (isDigit(text, at)) {
            at++;
        }
        return at;
    }

    /** Where thousands groups end that follow a leading group of one to three digits. */
    private static int grouped(String text, int leadingEnd) {
        if (leadingEnd >= text.length() || THOUSANDS_MARKS.indexOf(text.charAt(leadingEnd)) < 0) {
            return leadingEnd;
        }
        char mark = text.charAt(leadingEnd);
        int at = leadingEnd;
        int pairs = leadingEnd;
        while (pairs < text.length() && text.charAt(pairs) == mark && run(text, pairs + 1) == pairs + 3) {
            pairs += 3;
        }
        if (mark == ',' && pairs > leadingEnd && isGroupOfThree(text, pairs, mark)) {
            return pairs + 4;
        }
        while (isGroupOfThree(text, at, mark)) {
            at += 4;
        }
        return at;
    }

    private static boolean isGroupOfThree(String text, int at, char mark) {
        return at < text.length() && text.charAt(at) == mark && run(text, at + 1) == at + 4;
    }

    private static @Nullable NumberDigits continental(String text, int start, int leadingEnd) {
        int at = leadingEnd;
        int groups = 0;
        while (isGroupOfThree(text, at, '.')) {
            at += 4;
            groups++;
        }
        if (groups == 0 || text.charAt(start) == '0') {
            return null;
        }
        String whole = digitsOf(text, start, at);
        if (at < text.length() && text.charAt(at) == ',' && isDigit(text, at + 1)) {
            int decimals = run(text, at + 1);
            if (decimals - at - 1 != 3) {
                return new NumberDigits(whole + "." + text.substring(at + 1, decimals), decimals, false);
            }
        }
        boolean goesOn = at < text.length() && text.charAt(at) == '.' && isDigit(text, at + 1);
        return groups > 1 && !goesOn ? new NumberDigits(whole, at, false) : null;
    }

    private static boolean isDotted(String text, int at) {
        return at < text.length() && text.charAt(at) == '.' && isDigit(text, at + 1);
    }

    private static int dottedEnd(String text, int from) {
        int at = from;
        while (isDotted(text, at)) {
            at = run(text, at + 1);
        }
        return at;
    }

    private static String digitsOf(String text, int start, int end) {
        StringBuilder digits = new StringBuilder(end - start);
        for (int i = start; i < end; i++) {
            if (isDigit(text, i)) {
                digits.append(text.charAt(i));
            }
        }
        return digits.isEmpty() ? "0" : digits.toString();
    }
}
