package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.topics.BudgetIds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether amounts fit a budget now, all limits together, and where they do not, what is in the way and for how long.
 * Reads the parts of a budget as of their last advance.
 */
final class Room {
    /** How soon a call that is held may have ended; nobody knows, so this is how often to ask. */
    private static final long SOON_MILLIS = 1_000;

    private static final double MOST_MILLIS = 86_400_000;

    private final String budget;
    private final MinuteWindow window;
    private final Leases leases;
    private final DayTotal day;
    private final Gate gate;
    private final Slots slots;

    Room(String budget, MinuteWindow window, Leases leases, DayTotal day, Gate gate, Slots slots) {
        this.budget = budget;
        this.window = window;
        this.leases = leases;
        this.day = day;
        this.gate = gate;
        this.slots = slots;
    }

    /** What can never be granted under these limits; null where waiting can help. */
    static @Nullable Obstacle never(List<BudgetLimit> limits, Amounts amounts) {
        for (BudgetLimit limit : limits) {
            long take = Total.of(amounts, limit.getMeasure());
            if (take > limit.getAmount()) {
                return new Obstacle(LedgerRefusal.NEVER_FITS, LimitWords.of(limit), Obstacle.NEVER);
            }
        }
        return null;
    }

    /** Whether amounts that are not too large in themselves may be granted now. */
    boolean fits(List<BudgetLimit> limits, Amounts amounts, long now) {
        if (gate.isClosed(now)) {
            return false;
        }
        for (BudgetLimit limit : limits) {
            if (excess(limit, Total.of(amounts, limit.getMeasure()), 0, now) > 0) {
                return false;
            }
        }
        return true;
    }

    /** How many requests fit now, be it fewer than none. */
    long requestsLeft(List<BudgetLimit> limits) {
        long left = Long.MAX_VALUE;
        for (BudgetLimit limit : limits) {
            if (limit.getMeasure() == BudgetMeasure.REQUESTS) {
                left = Math.min(left, limit.getAmount() - used(limit));
            }
        }
        return left;
    }

    /** Until when nothing brings room for amounts, not even calls that end: a closed gate, or a full day. */
    long closedUntil(List<BudgetLimit> limits, Amounts amounts, long now) {
        long until = gate.isClosed(now) ? gate.until() : now;
        for (BudgetLimit limit : limits) {
            if (limit.getWindow() == BudgetWindow.DAY
                    && excess(limit, Total.of(amounts, limit.getMeasure()), 0, now) > 0) {
                until = Math.max(until, DayTotal.nextDay(now));
            }
        }
        return until;
    }

    /**
     * Of what is in the way of amounts, that which lasts longest; null where nothing is.
     *
     * @param ahead what others wait for and get first
     */
    @Nullable
    Obstacle obstacle(List<BudgetLimit> limits, Amounts amounts, Total ahead, long now) {
        Obstacle longest = gate.isClosed(now)
                ? new Obstacle(LedgerRefusal.GATE_CLOSED, "the provider asked to wait", gate.until())
                : null;
        for (BudgetLimit limit : limits) {
            long take = Total.of(amounts, limit.getMeasure());
            long others = ahead.of(limit.getMeasure());
            long excess = excess(limit, take, others, now);
            if (excess > 0) {
                long until = until(limit, take + others, excess, others > 0, now);
                if (longest == null || until > longest.until()) {
                    longest = new Obstacle(reason(limit), LimitWords.of(limit, factor(limit, now)), until);
                }
            }
        }
        return longest;
    }

    /** How far a limit is from room for amounts and for others before them; at most 0 where there is room. */
    private long excess(BudgetLimit limit, long take, long others, long now) {
        long used = used(limit);
        // What is large may have all that there is, where a complaint left less than it needs.
        boolean isAlone = used <= 0 && take + others <= limit.getAmount();
        return take == 0 || isAlone ? 0 : used + take + others - part(limit, now);
    }

    private long until(BudgetLimit limit, long wanted, long excess, boolean isBehindOthers, long now) {
        return switch (limit.getWindow()) {
            case DAY -> DayTotal.nextDay(now);
            case HELD -> now + SOON_MILLIS;
            case MINUTE -> {
                long gone = window.leavesAt(limit.getMeasure(), Math.min(excess, used(limit)), now);
                // Those before take what comes free, one limit for each length of the window.
                double lengths = isBehindOthers ? Math.max(0, Math.ceil(wanted / (double) part(limit, now)) - 1) : 0;
                yield gone + (long) Math.min(MOST_MILLIS, lengths * window.turnMillis());
            }
        };
    }

    private long used(BudgetLimit limit) {
        return switch (limit.getWindow()) {
            case MINUTE -> window.of(limit.getMeasure());
            case HELD -> leases.of(limit.getMeasure()) + slots.taken();
            case DAY -> day.of(limit.getMeasure());
        };
    }

    /** As much of a limit as may be granted now. */
    private long part(BudgetLimit limit, long now) {
        return limit.getWindow() == BudgetWindow.DAY ? limit.getAmount() : gate.part(limit.getAmount(), now);
    }

    private double factor(BudgetLimit limit, long now) {
        return limit.getWindow() == BudgetWindow.DAY ? 1 : gate.factor(now);
    }

    private LedgerRefusal reason(BudgetLimit limit) {
        if (BudgetIds.isTenant(budget)) {
            return LedgerRefusal.QUOTA_EXHAUSTED;
        }
        if (limit.getWindow() == BudgetWindow.HELD) {
            return LedgerRefusal.CONCURRENCY_EXHAUSTED;
        }
        return switch (limit.getMeasure()) {
            case REQUESTS -> LedgerRefusal.REQUESTS_EXHAUSTED;
            case INPUT_TOKENS, OUTPUT_TOKENS, TOKENS -> LedgerRefusal.TOKENS_EXHAUSTED;
            case MONEY -> LedgerRefusal.QUOTA_EXHAUSTED;
        };
    }
}
