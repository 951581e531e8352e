package dev.assay.worker;

import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Budgets;
import dev.assay.budget.host.HostSettings;
import dev.assay.budget.host.LedgerHost;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.LimitsPublisher;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LimitView;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.call.CallBudgets;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.route.Route;
import dev.assay.worker.spend.StartPace;
import dev.assay.worker.spend.Watermark;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A worker's part in the fleet's budgets: it tells its limits, hosts a share of the ledger, and asks it for room. Its
 * meters show them, and parked jobs wait for them.
 */
final class WorkerBudgets {
    private static final Duration CATCH_UP_PATIENCE = Duration.ofSeconds(60);

    private final String id;
    private final KafkaClients clients;
    private final Clock clock;
    private final Consumer<AutoCloseable> closing;
    private final Failing failing = new Failing();
    private final LimitsFollower limits;
    private final Budgets ledger;
    private final CallBudgets calls;

    /**
     * Returns when it knows how the budgets stand; nobody keeps them on this worker's account before {@link #keep}.
     *
     * @param id the worker's
     * @param routes the worker's, which the fleet is told with the limits
     * @param most calls of this worker at once
     * @param closing takes what is to be closed with the worker, the last first
     */
    WorkerBudgets(
            String id,
            WorkerLimits own,
            Collection<Route> routes,
            int most,
            KafkaClients clients,
            BudgetMeters meters,
            Alerts alerts,
            Consumer<AutoCloseable> closing,
            Clock clock) {
        this.id = id;
        this.clients = clients;
        this.clock = clock;
        this.closing = closing;
        limits = LimitsFollower.start(clients, id, failing);
        closing.accept(limits);
        awaitLimits();
        LimitsPublisher.publish(id, clients, limits, own.budgets(id, clock.now()), own.routes(routes, id, clock.now()));
        ledger = BudgetClient.start(id, HostSettings.STANDARD.ledger(), clients, limits, clock, failing);
        closing.accept(ledger);
        StartPace starts = new StartPace(most, this::callsPerMinute);
        calls = new CallBudgets(ledger, own.models(), own::outputBound, starts, meters, alerts, clock);
        watch(own, meters);
    }

    CallBudgets calls() {
        return calls;
    }

    /** Takes part in keeping the ledger; what ends any of this unasked is told from now on. */
    void keep(Consumer<Throwable> onFailure) {
        failing.tell(onFailure);
        closing.accept(LedgerHost.start(id, HostSettings.STANDARD, clients, limits, clock, failing));
    }

    /** Whether jobs that were parked for a tenant's quota still have to wait for it, or for the day to turn. */
    boolean holds(String quota) {
        return calls.isUsedUp(quota);
    }

    private OptionalLong callsPerMinute(String budget) {
        return limits.of(budget).stream()
                .flatMap(found -> found.getLimits().stream())
                .filter(limit ->
                        limit.getMeasure() == BudgetMeasure.REQUESTS && limit.getWindow() == BudgetWindow.MINUTE)
                .mapToLong(BudgetLimit::getAmount)
                .findFirst();
    }

    private void awaitLimits() {
        try {
            if (!limits.awaitCaughtUp(CATCH_UP_PATIENCE)) {
                throw new IllegalStateException(
                        "limits of budgets were not read within " + CATCH_UP_PATIENCE.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading limits of budgets", e);
        }
    }

    private void watch(WorkerLimits own, BudgetMeters meters) {
        for (Watermark mark : CallBudgets.marks()) {
            closing.accept(meters.watchQuotas(
                    mark.name(),
                    () -> own.quotas().stream()
                            .filter(quota -> calls.markOf(quota) == mark)
                            .count()));
        }
        for (WorkerLimits.Shown shown : own.shown()) {
            closing.accept(meters.watchTaken(
                    shown.account(),
                    shown.model(),
                    words(shown.limit()),
                    () -> ledger.view(shown.budget())
                            .map(view -> taken(view, shown.limit()))
                            .orElse(0.0)));
        }
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
