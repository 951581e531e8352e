package dev.assay.worker.failure;

import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limit as a response's headers show it.
 *
 * @param named over what it counts as its name says; null where it says nothing
 * @param limit its amount
 * @param remaining what is left of it; below 0 where the provider does not say
 * @param reset until it is whole again; empty where that is not shown
 */
public record LimitShown(
        BudgetMeasure measure, @Nullable BudgetWindow named, long limit, long remaining, Optional<Duration> reset) {
    /** What waits longer than a minute's window can be full is of a longer one. */
    private static final Duration LONGEST_MINUTE = Duration.ofSeconds(61);

    /** Over what it counts, by its name or else by how long it takes to be whole; null where neither is shown. */
    public @Nullable BudgetWindow window() {
        return named != null
                ? named
                : reset.map(left -> left.compareTo(LONGEST_MINUTE) > 0 ? BudgetWindow.DAY : BudgetWindow.MINUTE)
                        .orElse(null);
    }
}
