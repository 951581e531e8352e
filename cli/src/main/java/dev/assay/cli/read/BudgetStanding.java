package dev.assay.cli.read;

import dev.assay.budget.ledger.BudgetView;
import org.jspecify.annotations.Nullable;

/**
 * How a budget stands, as anybody can tell from the ledger's topics.
 *
 * @param view limits and what is taken of them; its own count of who waits is of no use, the journal does not hold it
 * @param waiting reservations that are asked for and not answered yet
 * @param owner the process that kept it last; null where none ever did
 * @param isKept whether somebody keeps it now
 */
public record BudgetStanding(
        BudgetView view, int waiting, @Nullable String owner, boolean isKept) {
    public String budget() {
        return view.budget();
    }
}
