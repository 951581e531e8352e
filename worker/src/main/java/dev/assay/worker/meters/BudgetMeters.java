package dev.assay.worker.meters;

import dev.assay.schemas.FailureKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * The meters of budgets as a worker uses them. Labels are names from the worker's configuration and closed sets.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>unit</th><th>labels</th><th>meaning</th></tr>
 * <tr><td>{@value #WAIT}</td><td>s</td><td>account, model</td><td>from asking for room to its grant</td></tr>
 * <tr><td>{@value #REFUSALS}</td><td>refusals</td><td>account, model, kind</td><td>calls not made because there was no
 *     room in a budget</td></tr>
 * <tr><td>{@value #UNANSWERED}</td><td>reservations</td><td>account, model</td><td>reservations that the ledger did not
 *     answer in time; no call was made</td></tr>
 * <tr><td>{@value #LATE}</td><td>grants</td><td>account, model</td><td>grants that came too late to be used, and were
 *     given back</td></tr>
 * <tr><td>{@value #UNCERTAIN}</td><td>calls</td><td>account, model</td><td>calls charged as they were reserved, because
 *     nobody knows what they took</td></tr>
 * <tr><td>{@value #TAKEN}</td><td>ratio</td><td>account, model, limit</td><td>how much of a limit of the fleet is
 *     taken; every worker shows the same, so take the maximum</td></tr>
 * <tr><td>{@value #QUOTAS}</td><td>quotas</td><td>mark</td><td>configured tenants' quotas of the day that have reached
 *     a mark (WARN, CHEAPER, STOP) and not the next; every worker shows the same</td></tr>
 * <tr><td>{@value #ESTIMATED}</td><td>tokens</td><td>provider, model, type</td><td>tokens estimated before calls whose
 *     use the provider told</td></tr>
 * <tr><td>{@value #COUNTED}</td><td>tokens</td><td>provider, model, type</td><td>the same tokens as the provider counted
 *     them; of input both should be alike</td></tr>
 * <tr><td>{@value #ESTIMATE_RATIO}</td><td>ratio</td><td>provider, model, type</td><td>estimate of a call divided by
 *     what it took</td></tr>
 * </table>
 */
public final class BudgetMeters {
    public static final String WAIT = "assay.budget.wait";
    public static final String REFUSALS = "assay.budget.refusals";
    public static final String UNANSWERED = "assay.budget.unanswered";
    public static final String LATE = "assay.budget.late";
    public static final String UNCERTAIN = "assay.budget.uncertain";
    public static final String TAKEN = "assay.budget.taken";
    public static final String QUOTAS = "assay.budget.quotas";
    public static final String ESTIMATED = "assay.budget.tokens.estimated";
    public static final String COUNTED = "assay.budget.tokens.counted";
    public static final String ESTIMATE_RATIO = "assay.budget.estimate.ratio";

    private static final Duration[] WAIT_BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60)
    };

    private final MeterRegistry registry;

    public BudgetMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    public void granted(String account, String model, Duration waited) {
        Timer.builder(WAIT)
                .description("From asking for room in a budget to its grant")
                .tags("account", account, "model", model)
                .serviceLevelObjectives(WAIT_BUCKETS)
                .register(registry)
                .record(waited);
    }

    public void refused(String account, String model, FailureKind kind) {
        count(REFUSALS, "Calls not made for want of room", "account", account, "model", model, "kind", kind.name());
    }

    public void unanswered(String account, String model) {
        count(UNANSWERED, "Reservations that the ledger did not answer", "account", account, "model", model);
    }

    public void late(String account, String model) {
        count(LATE, "Grants that came too late to be used", "account", account, "model", model);
    }

    public void uncertain(String account, String model) {
        count(UNCERTAIN, "Calls charged as they were reserved", "account", account, "model", model);
    }

    /** A call's tokens of a type (input, output), before and after it. */
    public void counted(String provider, String model, String type, long estimated, long counted) {
        String[] tags = {"provider", provider, "model", model, "type", type};
        counter(ESTIMATED, "Tokens estimated before calls", tags).increment((double) estimated);
        counter(COUNTED, "Tokens of the same calls as counted", tags).increment((double) counted);
        if (counted > 0) {
            DistributionSummary.builder(ESTIMATE_RATIO)
                    .description("Estimate of a call divided by what it took")
                    .tags(tags)
                    .serviceLevelObjectives(0.5, 0.8, 0.9, 1, 1.1, 1.25, 2, 5, 20)
                    .register(registry)
                    .record((double) estimated / counted);
        }
    }

    /**
     * Shows how much of a limit is taken, until it is closed.
     *
     * @param limit what is limited and over what, such as {@code tokens/minute}
     */
    public AutoCloseable watchTaken(String account, String model, String limit, DoubleSupplier taken) {
        Gauge gauge = Gauge.builder(TAKEN, taken::getAsDouble)
                .description("How much of a limit is taken")
                .tags("account", account, "model", model, "limit", limit)
                .register(registry);
        return () -> registry.remove(gauge);
    }

    /** Shows how many quotas have come to a mark, until it is closed. */
    public AutoCloseable watchQuotas(String mark, DoubleSupplier reached) {
        Gauge gauge = Gauge.builder(QUOTAS, reached::getAsDouble)
                .description("Quotas that have reached a mark")
                .tags("mark", mark)
                .register(registry);
        return () -> registry.remove(gauge);
    }

    private void count(String name, String description, String... tags) {
        counter(name, description, tags).increment();
    }

    private Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }
}
