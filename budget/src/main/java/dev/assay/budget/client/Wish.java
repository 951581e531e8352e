package dev.assay.budget.client;

import dev.assay.schemas.Amounts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a reservation asks for.
 *
 * @param budget id of the budget
 * @param tenant whose job it is; those who wait are served in turns of their tenants
 * @param lane the job's lane
 * @param priority within a tenant, the higher is served first
 * @param amounts what the call may take at most
 * @param patience how long to wait for room; zero asks for an answer at once
 * @param hold how long the grant may be held: then its holder is taken for dead and the reserved amounts are charged
 * @param slots what is special to slots of a lane; null for a call
 */
public record Wish(
        String budget,
        String tenant,
        String lane,
        int priority,
        Amounts amounts,
        Duration patience,
        Duration hold,
        @Nullable OfLane slots) {
    /**
     * What is special to slots of a lane.
     *
     * @param fence the transactional id under which they are used; it is fenced before they are given to others
     * @param least so many slots are enough where there is no room for all
     */
    public record OfLane(String fence, long least) {}

    /** A wish for a call. */
    public Wish(
            String budget,
            String tenant,
            String lane,
            int priority,
            Amounts amounts,
            Duration patience,
            Duration hold) {
        this(budget, tenant, lane, priority, amounts, patience, hold, null);
    }

    public Wish {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience: " + patience + " (expected: >= 0)");
        }
        if (hold.isNegative() || hold.isZero()) {
            throw new IllegalArgumentException("hold: " + hold + " (expected: > 0)");
        }
    }
}
