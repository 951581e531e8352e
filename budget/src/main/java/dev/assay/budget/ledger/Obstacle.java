package dev.assay.budget.ledger;

import dev.assay.schemas.LedgerRefusal;

/**
 * What keeps a reservation from being granted.
 *
 * @param words the limit with its amount
 * @param until when asking again may help, in milliseconds of the owner's clock; {@link #NEVER} for never
 */
record Obstacle(LedgerRefusal reason, String words, long until) {
    static final long NEVER = Long.MAX_VALUE;

    /** As a refusal says it: 0 for never, else at least 1. */
    long retryAfterMillis(long now) {
        return until == NEVER ? 0 : Math.max(1, until - now);
    }
}
