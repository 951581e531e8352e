package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.DayUse;
import org.jspecify.annotations.Nullable;

/** What the present day, by UTC, was charged. A grant belongs to the day on which it was granted, whenever it ends. */
final class DayTotal {
    private static final long DAY_MILLIS = 86_400_000;

    private final Total charged = new Total();
    private final Total uncertain = new Total();
    private long day;

    void restore(@Nullable DayUse use) {
        if (use != null) {
            day = use.getDay();
            charged.add(use.getAmounts());
            uncertain.add(use.getUncertain());
        }
    }

    /** Begins anew where the day has turned. */
    void advance(long now) {
        if (dayOf(now) > day) {
            day = dayOf(now);
            charged.clear();
            uncertain.clear();
        }
    }

    void charge(Amounts amounts) {
        charged.add(amounts);
    }

    /** Puts one charge in the place of another, which was made at a time. */
    void correct(long chargedAt, Amounts from, Amounts to) {
        if (isToday(chargedAt)) {
            charged.subtract(from);
            charged.add(to);
        }
    }

    void doubt(long chargedAt, Amounts amounts) {
        if (isToday(chargedAt)) {
            uncertain.add(amounts);
        }
    }

    void trust(long chargedAt, Amounts amounts) {
        if (isToday(chargedAt)) {
            uncertain.subtract(amounts);
        }
    }

    private boolean isToday(long at) {
        return dayOf(at) == day;
    }

    /** What is charged as of the last {@link #advance}. */
    long of(BudgetMeasure measure) {
        return charged.of(measure);
    }

    Amounts charged(long now) {
        return isToday(now) ? charged.amounts() : Total.NOTHING;
    }

    Amounts uncertain(long now) {
        return isToday(now) ? uncertain.amounts() : Total.NOTHING;
    }

    static long nextDay(long now) {
        return (dayOf(now) + 1) * DAY_MILLIS;
    }

    /** What today was charged; null for nothing. */
    @Nullable
    DayUse use(long now) {
        return !isToday(now) || (charged.isZero() && uncertain.isZero())
                ? null
                : new DayUse(day, charged.amounts(), uncertain.amounts());
    }

    static boolean isSameDay(long at, long now) {
        return dayOf(at) == dayOf(now);
    }

    private static long dayOf(long at) {
        return Math.floorDiv(at, DAY_MILLIS);
    }
}
