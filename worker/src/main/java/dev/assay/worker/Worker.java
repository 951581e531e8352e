package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicAdmin;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.breaker.BreakerStatus;
import dev.assay.worker.fleet.FleetFollower;
import dev.assay.worker.intake.Intake;
import dev.assay.worker.intake.IntakeSettings;
import dev.assay.worker.intake.Slots;
import dev.assay.worker.intake.Trimmer;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.meters.WorkerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker: serves lanes until it is drained or fails.
 *
 * <pre>{@code
 * Worker worker = Worker.start(settings, kafka, registry, Clock.system());
 * Runtime.getRuntime().addShutdownHook(new Thread(worker::close));
 * Worker.Stopped stopped = worker.awaitStopped();
 * }</pre>
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration CATCH_UP_PATIENCE = Duration.ofSeconds(60);
    /** What may go on beside the grace while a worker stops: cutting, a last settlement, leaving the group. */
    private static final Duration STOP_MARGIN = Duration.ofMinutes(1);

    private static final int ID_LENGTH = 8;

    /** Why a worker stopped. */
    public sealed interface Stopped {
        /** It was asked to. */
        record Drained() implements Stopped {}

        /** It could not go on; what it had in hand was cut and is run by others. */
        record Failed(String reason, Throwable cause) implements Stopped {}
    }

    private static final Stopped DRAINED = new Stopped.Drained();

    private final String id;
    private final WorkerSettings settings;
    private final WorkerParts parts;
    private final List<Intake> intakes = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicReference<Stopped> end = new AtomicReference<>(DRAINED);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private Worker(String id, WorkerSettings settings, WorkerParts parts) {
        this.id = id;
        this.settings = settings;
        this.parts = parts;
    }

    /**
     * Starts it, and returns once it takes part in its lanes' groups or is about to.
     *
     * @throws IllegalStateException when topics are missing or the cluster does not answer
     * @throws IllegalArgumentException when a provider's key is missing
     */
    public static Worker start(WorkerSettings settings, KafkaSettings kafka, MeterRegistry registry, Clock clock) {
        String id = settings.worker() + "-" + UUID.randomUUID().toString().substring(0, ID_LENGTH);
        KafkaSettings limited = WriterLimits.applied(kafka);
        KafkaClients clients = new KafkaClients(limited);
        WorkerMeters meters = new WorkerMeters(registry);
        WorkerParts parts = new WorkerParts(id, settings, clients, meters, new GateMeters(registry), clock);
        Worker worker = new Worker(id, settings, parts);
        try {
            worker.open(clients, meters, clock);
        } catch (RuntimeException | Error e) {
            worker.intakes.forEach(Intake::discard);
            parts.close();
            throw e;
        }
        return worker;
    }

    /** Its name in results, different at each start. */
    public String id() {
        return id;
    }

    /** Whether it takes jobs: it is a member of the groups of all its lanes and does not drain. */
    public boolean isReady() {
        return stopped.getCount() > 0 && intakes.stream().allMatch(Intake::isReady);
    }

    /** How the breakers of the models stand that it has asked. */
    public List<BreakerStatus> breakers() {
        return parts.breakers().statuses();
    }

    /**
     * Stops it in peace: it starts nothing more, jobs in hand may end within the grace, the rest is cut and runs
     * elsewhere, all is settled. Waits until that is done.
     */
    public void drain(Duration grace) {
        drainIntakes(grace);
        try {
            if (!stopped.await(grace.plus(STOP_MARGIN).toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.atError().addKeyValue("worker", id).log("worker does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drains it with the grace of its settings. */
    @Override
    public void close() {
        drain(settings.drainGrace());
    }

    /** Waits until it has stopped, drained or failed. */
    public Stopped awaitStopped() throws InterruptedException {
        stopped.await();
        return end.get();
    }

    private void open(KafkaClients clients, WorkerMeters meters, Clock clock) {
        Topics topics = clients.settings().topics();
        Admin admin = parts.admin();
        new TopicAdmin(admin).require(required(topics));
        SessionTimeout.apply(admin, settings, topics);
        parts.warmUp(settings.lanes());
        FleetFollower fleet = parts.followFleet(cause -> fail("fleet topic", cause));
        awaitCaughtUp(fleet);
        parts.keepLedger(cause -> fail("ledger", cause));
        Slots slots =
                settings.limits() == null ? new Slots(settings.inFlight()) : Slots.withHeadStart(settings.inFlight());
        running.set(settings.lanes().size());
        for (LaneSettings lane : settings.lanes()) {
            Intake intake = new Intake(
                    intakeSettings(lane, topics),
                    clients,
                    slots,
                    parts.handler(),
                    parts.recall(),
                    meters.lane(lane.name()),
                    clock,
                    this::intakeStopped);
            intakes.add(intake);
            parts.add(meters.watchLane(lane.name(), intake::inHand, Slots.mostInHand(inFlight(lane))));
        }
        intakes.forEach(Intake::start);
        if (!settings.trimInterval().isZero()) {
            parts.add(Trimmer.start(admin, intakes, settings.trimInterval()));
        }
        LOG.atInfo()
                .addKeyValue("worker", id)
                .addKeyValue("pipeline", parts.pipeline())
                .log("worker started");
    }

    private List<String> required(Topics topics) {
        List<String> names = new ArrayList<>(List.of(topics.results(), topics.deadLetterJobs(), topics.fleet()));
        for (LaneSettings lane : settings.lanes()) {
            names.add(topics.jobs(lane.name()));
            names.addAll(LaneReader.parkedTopics(topics, lane.name()));
        }
        return names;
    }

    private IntakeSettings intakeSettings(LaneSettings lane, Topics topics) {
        return new IntakeSettings(
                lane.name(),
                topics,
                topics.workerTransactionalId(lane.name(), id),
                inFlight(lane),
                settings.settleInterval(),
                settings.settleJobs(),
                settings.drainGrace(),
                lane.pollLimit());
    }

    private int inFlight(LaneSettings lane) {
        return lane.inFlight() == null ? settings.inFlight() : lane.inFlight();
    }

    private void awaitCaughtUp(FleetFollower fleet) {
        try {
            if (!fleet.awaitCaughtUp(CATCH_UP_PATIENCE)) {
                throw new IllegalStateException(
                        "the fleet topic was not read within " + CATCH_UP_PATIENCE.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the fleet topic", e);
        }
        if (end.get() instanceof Stopped.Failed(String reason, Throwable cause)) {
            throw new IllegalStateException(reason, cause);
        }
    }

    private void drainIntakes(Duration grace) {
        intakes.forEach(intake -> intake.drain(grace));
    }

    /** A worker is whole or not at all: when a part of it fails, the rest is drained. */
    private void fail(String part, Throwable cause) {
        LOG.atError().addKeyValue("worker", id).setCause(cause).log("worker stops: " + part + " failed");
        end.compareAndSet(DRAINED, new Stopped.Failed(part + ": " + cause.getMessage(), cause));
        drainIntakes(settings.drainGrace());
    }

    private void intakeStopped() {
        intakes.stream()
                .filter(intake -> intake.failure().isPresent() && end.get().equals(DRAINED))
                .findFirst()
                .ifPresent(
                        intake -> fail("lane " + intake.lane(), intake.failure().orElseThrow()));
        if (running.decrementAndGet() == 0) {
            parts.close();
            stopped.countDown();
        }
    }
}
