package dev.assay.scorer.scoring;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The written forms of one number without sign and unit, read at a place of a text. */
final class NumberForm {
    private static final String[] FRACTIONS = {"\\frac", "\\dfrac", "\\tfrac", "\\cfrac"};

    private final String text;

    NumberForm(String text) {
        this.text = text;
    }

    /**
     * A number.
     *
     * @param start where its first character stands
     * @param end behind its last
     * @param value what it is; empty when it has more digits or a larger exponent than is held
     * @param whole whether it is written without fraction or decimals
     * @param dotted whether it is no number but a version, an address or a date with dots
     */
    record Part(int start, int end, Optional<Rational> value, boolean whole, boolean dotted) {}

    /** The number that starts here; null where none does. */
    @Nullable
    Part partAt(int at) {
        Part latex = latexFraction(at);
        if (latex != null) {
            return latex;
        }
        Part plain = plain(at);
        if (plain == null || plain.dotted()) {
            return plain;
        }
        Part fraction = slashFraction(plain);
        return fraction == null ? plain : fraction;
    }

    /** The proper fraction that makes a whole number a mixed one: {@code 1 3/4}, {@code 2\frac{1}{2}}. */
    @Nullable
    Part mixedWith(Part whole) {
        if (!whole.whole()) {
            return null;
        }
        int at = whole.end();
        while (at < text.length() && at - whole.end() < 2 && text.charAt(at) == ' ') {
            at++;
        }
        Part fraction = latexFraction(at);
        if (fraction == null && at > whole.end()) {
            Part over = plain(at);
            fraction = over == null || !over.whole() ? null : slashFraction(over);
        }
        boolean proper = fraction != null
                && fraction.value()
                        .filter(value -> value.isLessThan(Rational.of(BigDecimal.ONE)))
                        .isPresent();
        return proper ? fraction : null;
    }

    private @Nullable Part slashFraction(Part over) {
        if (over.start() > 1 && text.charAt(over.start() - 1) == '/' && isDigit(over.start() - 2)) {
            return null;
        }
        int at = skipSpace(over.end());
        if (at >= text.length() || text.charAt(at) != '/') {
            return null;
        }
        Part under = plain(skipSpace(at + 1));
        if (under == null || under.dotted() || isDate(under.end())) {
            return null;
        }
        return quotient(over.start(), over, under, under.end());
    }

    /** Whether a second slash follows: 12/25/2024 is no fraction. */
    private boolean isDate(int end) {
        return end + 1 < text.length() && text.charAt(end) == '/' && isDigit(end + 1);
    }

    private @Nullable Part latexFraction(int at) {
        for (String command : FRACTIONS) {
            if (text.startsWith(command, at)) {
                Part over = argument(at + command.length());
                Part under = over == null ? null : argument(over.end());
                return over == null || under == null ? null : quotient(at, over, under, under.end());
            }
        }
        return null;
    }

    /** An argument of a LaTeX command: a number in braces, or the one digit that follows. Ends behind its brace. */
    private @Nullable Part argument(int at) {
        int from = skipSpace(at);
        if (from < text.length() && text.charAt(from) == '{') {
            int inner = skipSpace(from + 1);
            boolean negative = inner < text.length() && text.charAt(inner) == '-';
            Part part = plain(negative ? inner + 1 : inner);
            int close = part == null ? -1 : skipSpace(part.end());
            if (part == null || close >= text.length() || text.charAt(close) != '}') {
                return null;
            }
            return new Part(
                    from,
                    close + 1,
                    negative ? part.value().map(Rational::negated) : part.value(),
                    part.whole(),
                    part.dotted());
        }
        return isDigit(from) ? new Part(from, from + 1, decimal(text.substring(from, from + 1), 0), true, false) : null;
    }

    private static @Nullable Part quotient(int start, Part over, Part under, int end) {
        if (over.value().isEmpty() || under.value().isEmpty()) {
            return new Part(start, end, Optional.empty(), false, false);
        }
        Rational a = over.value().get();
        Rational b = under.value().get();
        if (b.over().signum() == 0) {
            return null;
        }
        BigDecimal numerator = a.over().multiply(b.under());
        BigDecimal denominator = a.under().multiply(b.over());
        return new Part(
                start,
                end,
                Optional.of(new Rational(denominator.signum() < 0 ? numerator.negate() : numerator, denominator.abs())),
                false,
                false);
    }

    private @Nullable Part plain(int at) {
        if (!isDigit(at) && !isBareFraction(at)) {
            return null;
        }
        NumberDigits digits = NumberDigits.at(text, at);
        if (text.startsWith("10", at) && digits.end() == at + 2) {
            NumberExponent power = NumberExponent.afterTen(text, digits.end());
            if (power.end() > digits.end()) {
                return new Part(at, power.end(), decimal("1", power.power()), false, false);
            }
        }
        NumberExponent exponent = NumberExponent.at(text, digits.end());
        return new Part(
                at,
                exponent.end(),
                decimal(digits.plain(), exponent.power()),
                digits.isWhole() && exponent.end() == digits.end(),
                digits.dotted());
    }

    /** Whether a number starts with its point; behind a letter the point ends an abbreviation: {@code Rs.500}. */
    private boolean isBareFraction(int at) {
        return at < text.length()
                && text.charAt(at) == '.'
                && isDigit(at + 1)
                && (at == 0 || !Character.isLetter(text.charAt(at - 1)));
    }

    private static Optional<Rational> decimal(String digits, long power) {
        if (digits.length() > Rational.MAX_DIGITS || Math.abs(power) > Rational.MAX_EXPONENT) {
            return Optional.empty();
        }
        return Optional.of(Rational.of(new BigDecimal(digits).scaleByPowerOfTen((int) power)));
    }

    private int skipSpace(int at) {
        int next = at;
        while (next < text.length() && next - at < 2 && text.charAt(next) == ' ') {
            next++;
        }
        return next;
    }

    private boolean isDigit(int at) {
        return NumberDigits.isDigit(text, at);
    }
}
