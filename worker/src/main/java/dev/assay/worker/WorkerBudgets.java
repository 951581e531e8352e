package dev.assay.worker;

import dev.assay.budget.client.Budgets;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LimitView;
import dev.assay.runtime.Clock;
import dev.assay.schemas.BudgetLimit;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.call.CallBudgets;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.spend.StartPace;
import dev.assay.worker.spend.Watermark;
import java.util.Locale;
import java.util.function.Consumer;

/** A worker's part in the fleet's budgets: what its calls go through, what its meters show, what parked jobs wait for. */
final class WorkerBudgets {
    private final CallBudgets calls;

    /**
     * @param ledger what is asked for room; closed by the caller
     * @param most calls of this worker at once
     * @param closing takes what is to be closed with the worker, the last first
     */
    WorkerBudgets(
            Budgets ledger,
            WorkerLimits limits,
            int most,
            BudgetMeters meters,
            Alerts alerts,
            Consumer<AutoCloseable> closing,
            Clock clock) {
        calls = new CallBudgets(
                ledger, limits.models(), limits::outputBound, new StartPace(most), meters, alerts, clock);
        for (Watermark mark : CallBudgets.marks()) {
            closing.accept(meters.watchQuotas(
                    mark.name(),
                    () -> limits.quotas().stream()
                            .filter(quota -> calls.markOf(quota) == mark)
                            .count()));
        }
        for (WorkerLimits.Shown shown : limits.shown()) {
            closing.accept(meters.watchTaken(shown.account(), shown.model(), words(shown.limit()), () -> ledger.view(
                            shown.budget())
                    .map(view -> taken(view, shown.limit()))
                    .orElse(0.0)));
        }
    }

    CallBudgets calls() {
        return calls;
    }

    /** Whether jobs that were parked for a tenant's quota still have to wait for it, or for the day to turn. */
    boolean holds(String quota) {
        return calls.isUsedUp(quota);
    }

    private static double taken(BudgetView view, BudgetLimit limit) {
        for (LimitView use : view.uses()) {
            boolean isIt = use.limit().getMeasure() == limit.getMeasure()
                    && use.limit().getWindow() == limit.getWindow();
            if (isIt) {
                return (double) (use.reserved() + use.used()) / use.limit().getAmount();
            }
        }
        return 0;
    }

    private static String words(BudgetLimit limit) {
        return (limit.getMeasure() + "/" + limit.getWindow()).toLowerCase(Locale.ROOT);
    }
}
