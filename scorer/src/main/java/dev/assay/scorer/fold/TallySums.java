package dev.assay.scorer.fold;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The plain sums of a tally. */
final class TallySums {
    long passed;
    long valueNanos;
    long drift;
    long attempts;
    long input;
    long cachedInput;
    long output;
    long reasoning;
    long costKnown;
    long costUnknown;
    BigDecimal cost = BigDecimal.ZERO.setScale(9);
    long atMillis;

    void count(Counted counted, long times) {
        if (counted.valueNanos() != null) {
            valueNanos += times * counted.valueNanos();
        }
        passed += counted.passed() ? times : 0;
        drift += counted.modelDrift() ? times : 0;
        attempts += times * counted.attempts();
        Counted.Usage usage = counted.usage();
        if (usage != null) {
            input += times * usage.input();
            cachedInput += times * usage.cachedInput();
            output += times * usage.output();
            reasoning += times * usage.reasoning();
        }
        BigDecimal price = counted.cost();
        if (price == null) {
            costUnknown += times;
        } else {
            costKnown += times;
            cost = cost.add(price.multiply(BigDecimal.valueOf(times)));
        }
    }

    void merge(TallySums other) {
        passed += other.passed;
        valueNanos += other.valueNanos;
        drift += other.drift;
        attempts += other.attempts;
        input += other.input;
        cachedInput += other.cachedInput;
        output += other.output;
        reasoning += other.reasoning;
        costKnown += other.costKnown;
        costUnknown += other.costUnknown;
        cost = cost.add(other.cost);
        atMillis = Math.max(atMillis, other.atMillis);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TallySums that
                && passed == that.passed
                && valueNanos == that.valueNanos
                && drift == that.drift
                && attempts == that.attempts
                && input == that.input
                && cachedInput == that.cachedInput
                && output == that.output
                && reasoning == that.reasoning
                && costKnown == that.costKnown
                && costUnknown == that.costUnknown
                && cost.compareTo(that.cost) == 0
                && atMillis == that.atMillis;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(valueNanos + 31 * attempts + 961 * atMillis);
    }
}
