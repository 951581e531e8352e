package dev.assay.scorer.scoring;

/**
 * The power of ten behind a number's digits: {@code e-3}, {@code × 10^8}, {@code *10^{-3}}, {@code × 10⁸}.
 *
 * @param end where it ends; where the digits end when there is none
 * @param power the power, 0 when there is none; at most 999,999, which is larger than is held
 */
record NumberExponent(int end, long power) {
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final long MAX_POWER = 999_999;

    static NumberExponent at(String text, int digitsEnd) {
        if (digitsEnd < text.length() && (text.charAt(digitsEnd) == 'e' || text.charAt(digitsEnd) == 'E')) {
            NumberExponent letter = signed(text, digitsEnd + 1);
            if (letter.end() > digitsEnd + 1) {
                return letter;
            }
        }
        int at = skipSpace(text, digitsEnd);
        if (at < text.length() && "×*x·".indexOf(text.charAt(at)) >= 0) {
            at = skipSpace(text, at + 1);
            if (text.startsWith("10", at)) {
                NumberExponent power = afterTen(text, at + 2);
                if (power.end() > at + 2) {
                    return power;
                }
            }
        }
        return new NumberExponent(digitsEnd, 0);
    }

    /** The power of a ten that ends here: {@code ^6}, {@code ^{-3}}, {@code ⁸}. */
    static NumberExponent afterTen(String text, int at) {
        if (at < text.length() && text.charAt(at) == '^') {
            boolean braced = at + 1 < text.length() && text.charAt(at + 1) == '{';
            int from = braced ? at + 2 : at + 1;
            NumberExponent power = signed(text, from);
            if (power.end() == from) {
                return new NumberExponent(at, 0);
            }
            boolean closed = braced && power.end() < text.length() && text.charAt(power.end()) == '}';
            return closed ? new NumberExponent(power.end() + 1, power.power()) : power;
        }
        return superscript(text, at);
    }

    private static NumberExponent superscript(String text, int at) {
        int next = at;
        boolean negative = next < text.length() && text.charAt(next) == '⁻';
        if (negative) {
            next++;
        }
        long power = 0;
        int from = next;
        while (next < text.length() && SUPERSCRIPTS.indexOf(text.charAt(next)) >= 0) {
            power = Math.min(MAX_POWER, power * 10 + SUPERSCRIPTS.indexOf(text.charAt(next)));
            next++;
        }
        return next == from ? new NumberExponent(at, 0) : new NumberExponent(next, negative ? -power : power);
    }

    /** A signed whole number that ends here or before a mark; a letter behind it makes it a word. */
    private static NumberExponent signed(String text, int at) {
        int next = at;
        boolean negative = next < text.length() && text.charAt(next) == '-';
        if (negative || (next < text.length() && text.charAt(next) == '+')) {
            next++;
        }
        long power = 0;
        int from = next;
        while (NumberDigits.isDigit(text, next)) {
            power = Math.min(MAX_POWER, power * 10 + (text.charAt(next) - '0'));
            next++;
        }
        boolean word = next < text.length() && Character.isLetter(text.charAt(next));
        if (next == from || word) {
            return new NumberExponent(at, 0);
        }
        return new NumberExponent(next, negative ? -power : power);
    }

    private static int skipSpace(String text, int at) {
        return at < text.length() && text.charAt(at) == ' ' ? at + 1 : at;
    }
}
