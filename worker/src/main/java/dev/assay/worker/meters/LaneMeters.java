package dev.assay.worker.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The meters of one lane's intake; names and meanings are in {@link WorkerMeters}. */
public final class LaneMeters {
    private final Counter redelivered;
    private final Counter suspects;
    private final Counter quarantined;
    private final Counter putBack;
    private final Counter brokenOff;
    private final Counter aborted;
    private final Timer settle;

    LaneMeters(MeterRegistry registry, String lane) {
        redelivered = counter(registry, WorkerMeters.REDELIVERED, "Jobs started before by a worker that died", lane);
        suspects = counter(registry, WorkerMeters.SUSPECTS, "Jobs run alone in their worker", lane);
        quarantined = counter(registry, WorkerMeters.QUARANTINED, "Jobs that kill workers or break handling", lane);
        putBack = counter(registry, WorkerMeters.PUT_BACK, "Deliveries that ended without an outcome", lane);
        brokenOff = counter(registry, WorkerMeters.BROKEN_OFF, "Deliveries ended by an unexpected exception", lane);
        aborted = counter(registry, WorkerMeters.SETTLE_ABORTED, "Settlements aborted and sent again", lane);
        settle = Timer.builder(WorkerMeters.SETTLE_DURATION)
                .description("One settling transaction")
                .tag("lane", lane)
                .serviceLevelObjectives(
                        Duration.ofMillis(5),
                        Duration.ofMillis(20),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10))
                .register(registry);
    }

    public void redelivered() {
        redelivered.increment();
    }

    public void suspect() {
        suspects.increment();
    }

    public void quarantined() {
        quarantined.increment();
    }

    public void putBack() {
        putBack.increment();
    }

    public void brokenOff() {
        brokenOff.increment();
    }

    public void settled(Duration duration) {
        settle.record(duration);
    }

    public void settleAborted() {
        aborted.increment();
    }

    private static Counter counter(MeterRegistry registry, String name, String description, String lane) {
        return Counter.builder(name).description(description).tag("lane", lane).register(registry);
    }
}
