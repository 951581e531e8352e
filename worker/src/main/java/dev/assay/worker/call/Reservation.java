package dev.assay.worker.call;

import dev.assay.budget.client.Grant;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.Attempt;
import dev.assay.worker.spend.Billed;
import dev.assay.worker.spend.Spent;
import java.util.ArrayList;
import java.util.List;

/**
 * The room that one call has in its budgets, ended once: what a call took is charged to each of them, and what nobody
 * knows as it was reserved.
 */
final class Reservation {
    private final List<Grant> grants = new ArrayList<>();

    void add(Grant grant) {
        grants.add(grant);
    }

    /** Whether the call must not begin any more. */
    boolean isLate() {
        return grants.stream().anyMatch(Grant::isLate);
    }

    /** Gives all back: nothing was sent. */
    void cancel() {
        grants.forEach(Grant::cancel);
    }

    /** Charges all as reserved: something may have been sent, and nobody knows what it took. */
    void chargeUncertain() {
        grants.forEach(grant -> grant.settle(grant.amounts(), true));
    }

    /**
     * Charges what the physical calls took that were made with it.
     *
     * @return whether nobody knows what one of them took
     */
    boolean end(List<Attempt> attempts) {
        if (attempts.isEmpty()) {
            cancel();
            return false;
        }
        boolean isUncertain = !attempts.stream().allMatch(Billed::isCertain);
        for (Grant grant : grants) {
            Amounts sum = Spent.NOTHING;
            for (Attempt attempt : attempts) {
                sum = Spent.plus(sum, Billed.of(attempt, grant.amounts()));
            }
            grant.settle(sum, isUncertain);
        }
        return isUncertain;
    }
}
