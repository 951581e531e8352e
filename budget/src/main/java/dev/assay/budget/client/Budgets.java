package dev.assay.budget.client;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.schemas.Throttled;
import java.util.Optional;

/** The budgets of the fleet, as one process uses them: reserve before a call, settle after it. */
public interface Budgets extends AutoCloseable {
    /** Whether a budget has limits; of one that has none nothing needs to be reserved. */
    boolean isLimited(String budget);

    /**
     * Asks for room and waits for the answer, or until the wish's patience and a little more is over.
     *
     * @throws InterruptedException when the thread is interrupted; what it asked for is given back
     */
    Answer reserve(Wish wish) throws InterruptedException;

    /** Tells the whole fleet that a provider said a limit is reached. Does not wait. */
    void throttled(String budget, Throttled event);

    /** How a budget stands, as the journal says; empty for one that has neither limits nor use. */
    Optional<BudgetView> view(String budget);

    /** Waits until what was settled and given back is on its way, a few seconds at most. */
    @Override
    void close();
}
