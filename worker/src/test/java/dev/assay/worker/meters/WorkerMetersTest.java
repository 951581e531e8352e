package dev.assay.worker.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.TokenUsage;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WorkerMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WorkerMeters meters = new WorkerMeters(registry);

    @Test
    void namesAreAContract() {
        measureEverything("batch", "m");

        TreeSet<String> names = new TreeSet<>();
        // The simple registry shows the buckets of a histogram as gauges of their own.
        registry.getMeters().stream()
                .filter(meter -> meter.getId().getTag("le") == null)
                .forEach(meter -> names.add(name(meter)));
        assertThat(names)
                .containsExactly(
                        "assay.attempts [kind, model, provider]",
                        "assay.breaker.refused [model, provider]",
                        "assay.breaker.state [model, provider]",
                        "assay.breaker.transitions [model, provider, to]",
                        "assay.dead.letters [disposition, kind]",
                        "assay.deliveries.broken.off [lane]",
                        "assay.deliveries.in.hand [lane]",
                        "assay.deliveries.in.hand.limit [lane]",
                        "assay.deliveries.put.back [lane]",
                        "assay.deliveries.quarantined [lane]",
                        "assay.deliveries.redelivered [lane]",
                        "assay.deliveries.suspects [lane]",
                        "assay.model.drift [model, provider]",
                        "assay.parked [lane, reason]",
                        "assay.queue.wait [lane]",
                        "assay.settle.aborted [lane]",
                        "assay.settle.duration [lane]",
                        "assay.worker.results [lane, status]",
                        "gen_ai.client.operation.duration [error.type, gen_ai.operation.name,"
                                + " gen_ai.provider.name, gen_ai.request.model, gen_ai.response.model]",
                        "gen_ai.client.token.usage [gen_ai.operation.name, gen_ai.provider.name,"
                                + " gen_ai.request.model, gen_ai.response.model, gen_ai.token.type]");
    }

    @Test
    void aProviderThatNamesAThousandModelsMakesFewSeries() {
        for (int i = 0; i < 1_000; i++) {
            meters.attempted(
                    "p", "m", Optional.of("model-" + i), Optional.empty(), Duration.ofMillis(1), Optional.empty());
        }

        assertThat(registry.find(WorkerMeters.OPERATION_DURATION).meters())
                .hasSize(WorkerMeters.MAX_RESPONSE_MODELS + 1);
    }

    @Test
    void aLaneThatIsNoLongerServedShowsNothing() throws Exception {
        AutoCloseable watch = meters.watchLane("batch", () -> 3, 8);
        assertThat(registry.get(WorkerMeters.IN_HAND).gauge().value()).isEqualTo(3);
        assertThat(registry.get(WorkerMeters.IN_HAND_LIMIT).gauge().value()).isEqualTo(8);

        watch.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    private void measureEverything(String lane, String model) {
        TokenUsage usage = TokenUsage.newBuilder().setInput(1).setOutput(2).build();
        meters.attempted("p", model, Optional.of(model), Optional.empty(), Duration.ofMillis(5), Optional.of(usage));
        meters.drifted("p", model);
        meters.ended(lane, JobStatus.SUCCEEDED);
        meters.deadLettered(FailureKind.TRANSIENT, Disposition.EXHAUSTED);
        meters.parked(lane, FailureKind.RATE_LIMITED);
        meters.waited(lane, Duration.ofSeconds(1));
        AutoCloseable unused = meters.watchLane(lane, () -> 1, 2);
        Runnable watch = meters.breakers().watch("p", model, () -> 0);
        assertThat(watch).isNotNull();
        meters.breakers().changed("p", model, "OPEN");
        meters.breakers().refused("p", model);
        LaneMeters laneMeters = meters.lane(lane);
        for (Runnable measure : List.<Runnable>of(
                laneMeters::redelivered,
                laneMeters::suspect,
                laneMeters::quarantined,
                laneMeters::putBack,
                laneMeters::brokenOff,
                laneMeters::settleAborted)) {
            measure.run();
        }
        laneMeters.settled(Duration.ofMillis(3));
    }

    private static String name(Meter meter) {
        TreeSet<String> tags = new TreeSet<>();
        meter.getId().getTags().forEach(tag -> tags.add(tag.getKey()));
        return meter.getId().getName() + " " + tags;
    }
}
