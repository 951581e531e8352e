package dev.assay.budget.ledger;

import dev.assay.schemas.BudgetLimit;

/**
 * One limit and how much of it is taken.
 *
 * @param limit what is limited
 * @param reserved of grants whose call has not ended
 * @param used of calls that ended, and what a provider counted that the ledger did not; 0 where the limit is on what is
 *     held
 */
public record LimitView(BudgetLimit limit, long reserved, long used) {
    public long taken() {
        return reserved + used;
    }

    /** What is left of the whole limit; below 0 where calls took more than they reserved. */
    public long free() {
        return limit.getAmount() - reserved - used;
    }
}
