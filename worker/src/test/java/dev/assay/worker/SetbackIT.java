package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.DeliveryHandler;
import dev.assay.worker.intake.Intake;
import dev.assay.worker.intake.IntakeSettings;
import dev.assay.worker.intake.Recall;
import dev.assay.worker.intake.Slots;
import dev.assay.worker.intake.Treatment;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An intake whose handler has bugs or cannot go on; time runs twenty times as fast, because pauses are long. */
@ExtendWith(KafkaExtension.class)
class SetbackIT {
    private final Map<String, Integer> handled = new ConcurrentHashMap<>();

    @Test
    void aJobWhoseHandlingBreaksOffOnceIsTriedAgainAndNeverSettledForIt(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.enqueue("run", "job", 50, "question");

            Intake intake = start(world, delivery -> {
                if (times(delivery) == 1 && id(delivery).endsWith("7")) {
                    throw new IllegalStateException("a bug");
                }
                return done(world, delivery);
            });

            world.awaitRecords(world.topics.results(), 50);
            World.await("lane worked off", world::isWorkedOff);
            assertThat(handled.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(55);
            stop(intake);
        }
    }

    @Test
    void aJobWhoseHandlingAlwaysBreaksOffIsHandedOutOnceMoreToBeDeadLettered(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.enqueue("run", "job", 30, "question");

            Intake intake = start(world, delivery -> {
                times(delivery);
                if (id(delivery).equals("job-3") && delivery.treatment() != Treatment.BROKEN) {
                    throw new StackOverflowError("a bug");
                }
                return done(world, delivery);
            });

            world.awaitRecords(world.topics.results(), 29);
            assertThat(world.read(world.topics.results(), any -> true))
                    .as("the others do not wait for it")
                    .hasSize(29);
            List<String> values = world.awaitRecords(world.topics.results(), 30).stream()
                    .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                    .toList();
            assertThat(values).contains("BROKEN java.lang.StackOverflowError: a bug");
            assertThat(handled).containsEntry("job-3", 6);
            World.await("lane worked off", world::isWorkedOff);
            assertThat(intake.failure()).isEmpty();
            stop(intake);
        }
    }

    @Test
    void aJobThatIsPutBackIsTriedUntilItEnds(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.enqueue("run", "job", 10, "question");

            Intake intake = start(
                    world, delivery -> times(delivery) < 6 ? new Verdict.PutBack("not now") : done(world, delivery));

            World.await("put back", () -> handled.values().stream().allMatch(times -> times >= 3));
            assertThat(world.read(world.topics.results(), any -> true)).isEmpty();
            assertThat(world.settlements().values()).allMatch(settlement -> settlement.lowWater() <= 10);
            assertThat(world.awaitRecords(world.topics.results(), 10)).hasSize(10);
            stop(intake);
        }
    }

    private Intake start(World world, DeliveryHandler handler) {
        IntakeSettings settings = new IntakeSettings(
                World.LANE,
                world.topics,
                world.topics.workerTransactionalId(World.LANE, "setback"),
                8,
                Duration.ofMillis(200),
                100,
                Duration.ofMinutes(5),
                null);
        Intake intake = new Intake(
                settings,
                world.clients(),
                new Slots(8),
                handler,
                new Recall(account -> true, runId -> false),
                new WorkerMeters(world.registry).lane(World.LANE),
                new FastClock(20),
                () -> {});
        intake.start();
        return intake;
    }

    private static void stop(Intake intake) throws InterruptedException {
        intake.drain(Duration.ofMinutes(5));
        assertThat(intake.awaitStopped(World.PATIENCE)).isTrue();
    }

    private int times(Delivery delivery) {
        return handled.merge(id(delivery), 1, Integer::sum);
    }

    private static String id(Delivery delivery) {
        return delivery.header(HeaderNames.JOB_ID).orElse("");
    }

    private static Verdict done(World world, Delivery delivery) {
        String value = delivery.treatment() + " "
                + delivery.breakage().map(Throwable::toString).orElse("");
        return new Verdict.Settle(fit -> List.of(new ProducerRecord<>(
                world.topics.results(), delivery.record().key(), value.getBytes(StandardCharsets.UTF_8))));
    }
}
