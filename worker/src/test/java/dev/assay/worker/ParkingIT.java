package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Horizon;
import dev.assay.worker.intake.Intake;
import dev.assay.worker.meters.WorkerMeters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that are parked and come back, with a handler that parks as it is told. */
@ExtendWith(KafkaExtension.class)
class ParkingIT {
    @SuppressWarnings("UnnecessaryLambda")
    private static final Predicate<String> NONE_FREE = account -> true;

    @TempDir
    Path directory;

    @Test
    void aParkedJobComesBackWhenItIsDueWithAllThatItWentThrough(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker);
                ParkingHandler handler = new ParkingHandler(world.clients(), world.registry)) {
            Instant before = Clock.system().now();
            world.enqueue(job(world, "twice", Map.of(ParkingHandler.PARK, "2000,300")));
            Intake intake = handler.start(world.clients(), "w", NONE_FREE, world.registry, Clock.system());
            String parkedTopic = world.topics.parked(World.LANE, Horizon.MINUTE);
            ConsumerRecord<byte[], byte[]> parked =
                    world.awaitRecords(parkedTopic, 1).getFirst();

            LaneDepth depth = LaneReader.read(world.clients(), World.LANE);
            assertThat(depth.parked()).isPositive();
            Result result = world.awaitResults(1).getFirst();

            assertThat(handler.lastHandled.get("twice")).isAfterOrEqualTo(before.plusMillis(2_300));
            assertThat(result.getParked()).isEqualTo(2);
            assertThat(result.getDeliveries()).isEqualTo(3);
            assertThat(result.getAttempts())
                    .extracting(Attempt::getFailureMessage)
                    .containsExactly("run/twice/0/1", "run/twice/0/2", "run/twice/0/3");
            ConsumerRecord<byte[], byte[]> original =
                    world.read(world.topics.jobs(World.LANE), any -> true).getFirst();
            assertThat(parked.key()).isEqualTo(original.key());
            assertThat(parked.value()).isEqualTo(original.value());
            assertThat(parked.timestamp()).isEqualTo(original.timestamp());
            for (Header header : original.headers()) {
                assertThat(parked.headers().lastHeader(header.key())).isEqualTo(header);
            }
            // Its two places, each worked off; the older headers are not carried along.
            List<ConsumerRecord<byte[], byte[]>> places = world.awaitRecords(parkedTopic, 2);
            assertThat(places)
                    .allMatch(place -> count(place, HeaderNames.PARKED) == 1
                            && count(place, HeaderNames.PARKED_DUE) == 1
                            && count(place, HeaderNames.PARKED_HELD_BY) == 0);
            awaitEmpty(world);
            assertThat(world.registry
                            .get(WorkerMeters.PARKED)
                            .tags("lane", World.LANE, "reason", "RATE_LIMITED")
                            .counter()
                            .count())
                    .isEqualTo(2);
            stop(intake);
        }
    }

    @Test
    void aDeadLetterOfAParkedJobNamesItsFirstPlace(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker);
                ParkingHandler handler = new ParkingHandler(world.clients(), world.registry)) {
            world.enqueue(3, job(world, "ok", Map.of()));
            world.enqueue(3, job(world, "dead", Map.of(ParkingHandler.PARK, "1,1", ParkingHandler.DEAD, "yes")));
            Intake intake = handler.start(world.clients(), "w", NONE_FREE, world.registry, Clock.system());

            ConsumerRecord<byte[], byte[]> letter =
                    world.awaitRecords(world.topics.deadLetterJobs(), 1).getFirst();

            assertThat(text(letter, "assay.original.topic")).isEqualTo(world.topics.jobs(World.LANE));
            assertThat(text(letter, "assay.original.partition")).isEqualTo("3");
            assertThat(text(letter, "assay.original.offset")).isEqualTo("1");
            assertThat(text(letter, "assay.deliveries")).isEqualTo("3");
            assertThat(letter.headers()).noneMatch(header -> header.key().startsWith(HeaderNames.PARKED));
            stop(intake);
        }
    }

    @Test
    void aJobParkedByAWorkerThatIsKilledIsTakenUpByAnother(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker);
                ParkingHandler handler = new ParkingHandler(world.clients(), world.registry)) {
            Instant before = Clock.system().now();
            for (int i = 0; i < 20; i++) {
                world.enqueue(job(world, "job-" + i, Map.of(ParkingHandler.PARK, "4000")));
            }
            try (ChildProcess child = ChildProcess.start(
                    ParkingMain.class,
                    List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                    List.of(broker.bootstrap(), world.topics.prefix()),
                    Map.of(),
                    directory.resolve("parking.log"))) {
                child.awaitReady(World.PATIENCE);
                world.awaitRecords(world.topics.parked(World.LANE, Horizon.MINUTE), 20);
                child.kill9();
            }
            assertThat(world.results()).isEmpty();

            Intake intake = handler.start(world.clients(), "other", NONE_FREE, world.registry, Clock.system());
            List<Result> results = world.awaitResults(20);
            awaitEmpty(world);

            assertThat(World.ids(results)).hasSize(20);
            assertThat(world.results()).hasSize(20).allMatch(result -> result.getParked() == 1);
            assertThat(handler.lastHandled.values()).allMatch(at -> at.isAfter(before.plusMillis(4_000)));
            stop(intake);
        }
    }

    @Test
    void manyParkedJobsHoldUpNeitherFreshOnesNorThoseOfAnAccountThatGetsFree(EmbeddedKafka broker) throws Exception {
        Set<String> blocked = ConcurrentHashMap.newKeySet();
        blocked.addAll(Set.of("acme", "other"));
        try (World world = World.create(broker);
                ParkingHandler handler = new ParkingHandler(world.clients(), world.registry)) {
            Map<String, String> held = Map.of(ParkingHandler.PARK, "3000000", ParkingHandler.HELD_BY, "acme");
            world.enqueueAll(IntStream.range(0, 2_000)
                    .mapToObj(i -> job(world, "acme-" + i, held))
                    .toList());
            // Ten times as fast, because stuck partitions are looked at every few seconds only.
            Intake intake = handler.start(world.clients(), "w", blocked::contains, world.registry, new FastClock(10));
            String parked = world.topics.parked(World.LANE, Horizon.HOUR);
            World.await("all parked", () -> handler.lastHandled.size() == 2_000 && world.isWorkedOff());
            world.enqueue(job(world, "last", Map.of(ParkingHandler.PARK, "3000000", ParkingHandler.HELD_BY, "other")));
            World.await("the last one parked", () -> handler.lastHandled.containsKey("last") && world.isWorkedOff());
            assertThat(LaneReader.read(world.clients(), World.LANE).parked()).isGreaterThanOrEqualTo(2_001);

            world.enqueueAll(IntStream.range(0, 50)
                    .mapToObj(i -> job(world, "fresh-" + i, Map.of()))
                    .toList());
            assertThat(World.ids(world.awaitResults(50))).allMatch(id -> id.startsWith("fresh"));

            // It stands behind more jobs than a worker keeps in memory, none of which is due.
            blocked.remove("other");
            assertThat(World.ids(world.awaitResults(51))).contains("last");
            assertThat(world.read(parked, any -> true)).hasSizeGreaterThan(2_001);

            blocked.remove("acme");
            List<Result> results = world.awaitResults(2_051);
            awaitEmpty(world);
            assertThat(World.ids(results)).hasSize(2_051);
            assertThat(world.results()).hasSize(2_051);
            assertThat(results.stream().filter(result -> result.getParked() == 1))
                    .hasSize(2_001)
                    .allMatch(result ->
                            result.getDeliveries() == 2 && result.getAttempts().size() == 2);
            stop(intake);
        }
    }

    @Test
    void aParkedJobWhoseHistoryCannotBeReadGoesOnAsAFreshOne(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker);
                ParkingHandler handler = new ParkingHandler(world.clients(), world.registry)) {
            Job job = job(world, "damaged", Map.of());
            String topic = world.topics.parked(World.LANE, Horizon.DAY);
            world.send(
                    topic,
                    0,
                    "run/damaged",
                    world.bytes(topic, job),
                    Map.of(HeaderNames.PARKED, "rubbish", HeaderNames.PARKED_DUE, "soon"));
            Intake intake = handler.start(world.clients(), "w", NONE_FREE, world.registry, Clock.system());

            Result result = world.awaitResults(1).getFirst();

            assertThat(result.getJobId()).isEqualTo("damaged");
            assertThat(result.getParked()).isZero();
            assertThat(result.getDeliveries()).isOne();
            stop(intake);
        }
    }

    private static Job job(World world, String id, Map<String, String> tags) {
        return world.job("run", id, "question").setTags(tags).build();
    }

    private static void awaitEmpty(World world) throws InterruptedException {
        World.await(
                "nothing unfinished",
                () -> LaneReader.read(world.clients(), World.LANE).unfinished() == 0);
    }

    private static void stop(Intake intake) throws InterruptedException {
        intake.drain(Duration.ofSeconds(10));
        assertThat(intake.awaitStopped(World.PATIENCE)).isTrue();
        assertThat(intake.failure()).isEmpty();
    }

    private static int count(ConsumerRecord<byte[], byte[]> record, String name) {
        int count = 0;
        for (Header ignored : record.headers().headers(name)) {
            count++;
        }
        return count;
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(
                requireNonNull(record.headers().lastHeader(name), name).value(), StandardCharsets.UTF_8);
    }
}
