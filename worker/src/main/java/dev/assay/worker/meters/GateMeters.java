package dev.assay.worker.meters;

import dev.assay.schemas.FailureKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The meters of accounts, gates and alerts. Labels are names from the worker's configuration and closed sets.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>unit</th><th>labels</th><th>meaning</th></tr>
 * <tr><td>{@value #BLOCKED}</td><td>0 or 1</td><td>account, kind</td><td>whether the account is blocked for that
 *     reason; every worker shows the same, so take the maximum</td></tr>
 * <tr><td>{@value #BLOCKS}</td><td>blocks</td><td>account, kind</td><td>blocks that this worker found out first; the
 *     sum over workers counts each once</td></tr>
 * <tr><td>{@value #CLOSED}</td><td>0 or 1</td><td>account, model</td><td>whether a limit's gate is closed; model is
 *     {@value #ALL_MODELS} for the account's own gate</td></tr>
 * <tr><td>{@value #REFUSALS}</td><td>refusals</td><td>account, model, kind</td><td>calls not made because a gate was
 *     closed, a ceiling reached or the account blocked; a waiting job is refused many times</td></tr>
 * <tr><td>{@value #ALERTS}</td><td>alerts</td><td>event</td><td>alerting events raised</td></tr>
 * <tr><td>{@value #UNSENT_ALERTS}</td><td>alerts</td><td></td><td>alerts that the webhook did not take</td></tr>
 * <tr><td>{@value #UNPUBLISHED}</td><td>entries</td><td></td><td>findings that wait to be told to the fleet</td></tr>
 * </table>
 */
public final class GateMeters {
    public static final String BLOCKED = "assay.account.blocked";
    public static final String BLOCKS = "assay.account.blocks";
    public static final String CLOSED = "assay.gates.closed";
    public static final String REFUSALS = "assay.gate.refusals";
    public static final String ALERTS = "assay.alerts";
    public static final String UNSENT_ALERTS = "assay.alerts.unsent";
    public static final String UNPUBLISHED = "assay.fleet.unpublished";

    /** Label of an account's own gate. */
    public static final String ALL_MODELS = "all";

    private final MeterRegistry registry;

    public GateMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows whether an account is blocked for a reason, until it is closed. */
    public AutoCloseable watchBlock(String account, FailureKind kind, BooleanSupplier isBlocked) {
        return watched(Gauge.builder(BLOCKED, () -> isBlocked.getAsBoolean() ? 1 : 0)
                .description("Whether an account is blocked")
                .tags("account", account, "kind", kind.name())
                .register(registry));
    }

    /**
     * Shows whether a gate is closed, until it is closed itself.
     *
     * @param model empty for the account's own gate
     */
    public AutoCloseable watchGate(String account, String model, BooleanSupplier isClosed) {
        return watched(Gauge.builder(CLOSED, () -> isClosed.getAsBoolean() ? 1 : 0)
                .description("Whether a limit's gate is closed")
                .tags("account", account, "model", model.isEmpty() ? ALL_MODELS : model)
                .register(registry));
    }

    /** Shows how many findings wait to be told to the fleet, until it is closed. */
    public AutoCloseable watchUnpublished(IntSupplier waiting) {
        return watched(Gauge.builder(UNPUBLISHED, waiting::getAsInt)
                .description("Findings that wait to be told to the fleet")
                .register(registry));
    }

    public void blockFound(String account, FailureKind kind) {
        count(BLOCKS, "Blocks that this worker found out first", "account", account, "kind", kind.name());
    }

    public void refused(String account, String model, FailureKind kind) {
        count(REFUSALS, "Calls not made", "account", account, "model", model, "kind", kind.name());
    }

    public void alerted(String event) {
        count(ALERTS, "Alerting events raised", "event", event);
    }

    public void alertUnsent() {
        count(UNSENT_ALERTS, "Alerts that the webhook did not take");
    }

    private AutoCloseable watched(Meter meter) {
        return () -> registry.remove(meter);
    }

    private void count(String name, String description, String... tags) {
        Counter.builder(name)
                .description(description)
                .tags(tags)
                .register(registry)
                .increment();
    }
}
