package dev.assay.worker.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;

/**
 * The meters of the breakers.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>unit</th><th>labels</th><th>meaning</th></tr>
 * <tr><td>{@value #STATE}</td><td>state</td><td>provider, model</td><td>0 closed, 1 open, 2 half open (probes only), 3
 *     ramping</td></tr>
 * <tr><td>{@value #TRANSITIONS}</td><td>changes</td><td>provider, model, to</td><td>changes of state, by the new
 *     one</td></tr>
 * <tr><td>{@value #REFUSED}</td><td>refusals</td><td>provider, model</td><td>times that a call was not let through;
 *     a job that waits asks again</td></tr>
 * </table>
 */
public final class BreakerMeters {
    public static final String STATE = "assay.breaker.state";
    public static final String TRANSITIONS = "assay.breaker.transitions";
    public static final String REFUSED = "assay.breaker.refused";

    private final MeterRegistry registry;

    BreakerMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Shows a breaker's state until the answer is run.
     *
     * @param state reads it; called from the thread that collects meters
     */
    public Runnable watch(String provider, String model, IntSupplier state) {
        Gauge gauge = Gauge.builder(STATE, state::getAsInt)
                .description("0 closed, 1 open, 2 half open, 3 ramping")
                .tags("provider", provider, "model", model)
                .register(registry);
        return () -> registry.remove(gauge);
    }

    public void changed(String provider, String model, String to) {
        count(TRANSITIONS, "Changes of a breaker's state", "provider", provider, "model", model, "to", to);
    }

    public void refused(String provider, String model) {
        count(REFUSED, "Calls that a breaker did not let through", "provider", provider, "model", model);
    }

    private void count(String name, String description, String... tags) {
        Counter.builder(name)
                .description(description)
                .tags(tags)
                .register(registry)
                .increment();
    }
}
