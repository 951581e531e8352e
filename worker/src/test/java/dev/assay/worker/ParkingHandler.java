package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Parking;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.DeliveryHandler;
import dev.assay.worker.intake.Intake;
import dev.assay.worker.intake.IntakeSettings;
import dev.assay.worker.intake.Recall;
import dev.assay.worker.intake.Slots;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Parks each job as often as its tag {@code park} says (milliseconds each, by comma), with one more attempt each time,
 * and ends it then with all of them. Tag {@code heldBy} names the account that holds it.
 */
final class ParkingHandler implements DeliveryHandler, AutoCloseable {
    static final String PARK = "park";
    static final String HELD_BY = "heldBy";
    static final String DEAD = "dead";

    final Map<String, Instant> lastHandled = new ConcurrentHashMap<>();
    private final SerdePool<Serializer<SpecificRecord>> serializers;
    private final SerdePool<Deserializer<SpecificRecord>> deserializers;
    private final JobReader reader;
    private final Parker parker;
    private final ResultPublisher publisher;

    ParkingHandler(KafkaClients clients, MeterRegistry registry) {
        serializers = new SerdePool<>(2, clients::valueSerializer);
        deserializers = new SerdePool<>(2, clients::valueDeserializer);
        Journeys journeys = new Journeys(deserializers);
        WorkerMeters meters = new WorkerMeters(registry);
        var topics = clients.settings().topics();
        reader = new JobReader(deserializers, journeys);
        parker = new Parker(topics, 1 << 20, serializers, journeys, meters, Clock.system());
        publisher = new ResultPublisher(
                topics.results(),
                () -> 1,
                1 << 20,
                serializers,
                new ResultMaker("parking", journeys),
                new DeadLetterMaker(topics.deadLetterJobs(), "parking", topics::workerGroup, journeys),
                meters,
                Clock.system());
    }

    /** An intake that works a world's lane with this handler. */
    Intake start(KafkaClients clients, String name, Predicate<String> isHeld, MeterRegistry registry, Clock clock) {
        IntakeSettings settings = new IntakeSettings(
                World.LANE,
                clients.settings().topics(),
                clients.settings().topics().workerTransactionalId(World.LANE, name),
                16,
                Duration.ofMillis(100),
                200,
                Duration.ofSeconds(10),
                null);
        Intake intake = new Intake(
                settings,
                clients,
                new Slots(16),
                this,
                new Recall(isHeld, runId -> false),
                new WorkerMeters(registry).lane(World.LANE),
                clock,
                () -> {});
        intake.start();
        return intake;
    }

    @Override
    public Verdict handle(Delivery delivery) {
        if (!(reader.read(delivery) instanceof JobReader.Reading.Read(Job job))) {
            throw new IllegalStateException("no job");
        }
        Instant now = Clock.system().now();
        lastHandled.put(job.getJobId(), now);
        Optional<Parking> before = parker.journey(delivery);
        List<Attempt> attempts =
                new ArrayList<>(before.map(Parking::getAttempts).orElse(List.of()));
        attempts.add(attempt(attempts.size() + 1, IdempotencyKey.of(job, parker.deliveries(delivery))));
        List<String> waits = job.getTags().containsKey(PARK)
                ? List.of(job.getTags().get(PARK).split(","))
                : List.of();
        int parked = before.map(Parking::getTimes).orElse(0);
        if (parked < waits.size()) {
            return parker.park(
                    job,
                    delivery,
                    now.plusMillis(Long.parseLong(waits.get(parked))),
                    FailureKind.RATE_LIMITED,
                    "the gate is closed",
                    Optional.ofNullable(job.getTags().get(HELD_BY)),
                    attempts,
                    List.of());
        }
        return publisher.ended(job, delivery, ending(job, attempts));
    }

    private static Ending ending(Job job, List<Attempt> attempts) {
        boolean isDead = job.getTags().containsKey(DEAD);
        Way way = new Way(attempts, Optional.empty(), false, List.of(), Optional.empty(), 0);
        return isDead
                ? Ending.failed(
                        dev.assay.schemas.Disposition.EXHAUSTED,
                        FailureKind.RATE_LIMITED,
                        "still limited",
                        "",
                        way,
                        Optional.empty())
                : Ending.without(JobStatus.EXPIRED, FailureKind.RATE_LIMITED, "still limited", way);
    }

    private static Attempt attempt(int number, String key) {
        return Attempt.newBuilder()
                .setNumber(number)
                .setProvider("sim")
                .setRequestModel("model")
                .setStartedAt(Clock.system().now())
                .setDurationMillis(1)
                .setQueueWaitMillis(0)
                .setPermitWaitMillis(0)
                .setFailureKind(FailureKind.RATE_LIMITED)
                .setFailureMessage(key)
                .build();
    }

    @Override
    public void close() {
        serializers.close();
        deserializers.close();
    }
}
