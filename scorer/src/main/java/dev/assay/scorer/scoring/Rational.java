package dev.assay.scorer.scoring;

import java.math.BigDecimal;

/**
 * An exact number: {@code 1/3} is no decimal, and a double would make {@code 0.1} something else. Both parts are
 * bounded ({@link #MAX_DIGITS}, {@link #MAX_EXPONENT}), because comparing {@code 1e999999999} with 5 digit by digit
 * would take a gigabyte.
 *
 * @param over numerator
 * @param under denominator, greater than 0
 */
record Rational(BigDecimal over, BigDecimal under) {
    static final int MAX_DIGITS = 500;
    static final int MAX_EXPONENT = 500;

    static Rational of(BigDecimal value) {
        return new Rational(value, BigDecimal.ONE);
    }

    Rational negated() {
        return new Rational(over.negate(), under);
    }

    Rational times(BigDecimal factor) {
        return new Rational(over.multiply(factor), under);
    }

    Rational plus(Rational other) {
        return new Rational(over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
    }

    Rational hundredth() {
        return new Rational(over, under.scaleByPowerOfTen(2));
    }

    boolean isLessThan(Rational other) {
        return over.multiply(other.under).compareTo(other.over.multiply(under)) < 0;
    }

    /**
     * Whether this is as near to the target as asked for.
     *
     * @param absolute largest difference allowed, in the target's unit
     * @param relative largest difference allowed, as a share of the target; the larger of the two counts
     */
    boolean isNear(Rational target, BigDecimal absolute, BigDecimal relative) {
        BigDecimal difference = over.multiply(target.under)
                .subtract(target.over.multiply(under))
                .abs();
        BigDecimal allowed = absolute.multiply(under).multiply(target.under);
        BigDecimal share = relative.multiply(target.over.abs()).multiply(under);
        return difference.compareTo(allowed.max(share)) <= 0;
    }
}
