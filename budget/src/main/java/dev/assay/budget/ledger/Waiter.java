package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Reserve;

/**
 * A reservation that waits for room.
 *
 * @param offset of its request; lower is earlier
 * @param waitUntil when it is refused, in milliseconds of the owner's clock
 */
record Waiter(String budget, long offset, String client, Reserve reserve, long waitUntil) {
    String id() {
        return reserve.getId();
    }

    String tenant() {
        return reserve.getTenant();
    }

    Amounts amounts() {
        return reserve.getAmounts();
    }
}
