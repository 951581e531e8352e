package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimits;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a budget stands.
 *
 * @param budget its id
 * @param limits its limits with who set them; null where none are known
 * @param uses each limit and what is taken of it, in the order of the limits
 * @param held grants whose call has not ended
 * @param waiting reservations that wait; always 0 for a reader of the journal, which does not hold them
 * @param gateUntil when granting begins again; null where the gate is open
 * @param factor share of the limits by minute and of what may be held that is granted, 1 where no provider complained
 * @param today what the day has charged, what is held included
 * @param uncertain the part of it that nobody confirmed
 * @param underWay the part of it that is reserved for calls that have not ended
 * @param ever all that was charged since this reader began, not lessened by what was given back: how much it has grown is
 *     what a provider may have counted meanwhile
 */
public record BudgetView(
        String budget,
        @Nullable BudgetLimits limits,
        List<LimitView> uses,
        int held,
        int waiting,
        @Nullable Instant gateUntil,
        double factor,
        Amounts today,
        Amounts uncertain,
        Amounts underWay,
        Amounts ever) {}
