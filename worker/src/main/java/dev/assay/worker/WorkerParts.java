package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.settlement.Starts;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.call.ModelCall;
import dev.assay.worker.call.ModelClients;
import dev.assay.worker.call.ModelPipelines;
import dev.assay.worker.call.ProviderKeys;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.fleet.CancelledRuns;
import dev.assay.worker.fleet.FleetFollower;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.Recall;
import dev.assay.worker.intake.Treatment;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.meters.WorkerMeters;
import dev.assay.worker.route.Route;
import dev.assay.worker.route.RouteCall;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** What a worker's lanes share, wired together by hand, and closed together once. */
final class WorkerParts {
    private static final int SERDES = 8;

    private final String id;
    private final KafkaClients clients;
    private final Topics topics;
    private final Clock clock;
    private final ResultMaker results;
    private final CancelledRuns runs = new CancelledRuns();
    private final Parts closing;
    private final SerdePool<Serializer<SpecificRecord>> serializers;
    private final ModelClients models;
    private final Breakers breakers;
    private final WorkerAccounts accounts;
    private final Optional<WorkerBudgets> budgets;
    private final ModelCall pipeline;
    private final Parker parker;
    private final JobHandler handler;
    private final Admin admin;

    WorkerParts(
            String id,
            WorkerSettings settings,
            KafkaClients clients,
            WorkerMeters meters,
            GateMeters gateMeters,
            Clock clock) {
        this.id = id;
        this.closing = new Parts("worker " + id);
        this.clients = clients;
        this.topics = clients.settings().topics();
        this.clock = clock;
        ProviderKeys keys = ProviderKeys.read(settings.providers(), System::getenv);
        Redactor redactor = keys.redactor();
        admin = add(clients.admin(id + "-admin"));
        serializers = add(new SerdePool<>(SERDES, clients::valueSerializer));
        SerdePool<Deserializer<SpecificRecord>> deserializers =
                add(new SerdePool<>(SERDES, clients::valueDeserializer));
        Journeys journeys = new Journeys(deserializers);
        int maxRecordBytes = WriterLimits.maxValueBytes(clients.settings());
        results = new ResultMaker(id, journeys);
        parker = new Parker(topics, maxRecordBytes, serializers, journeys, meters, clock);
        models = add(new ModelClients(settings.providers(), keys, settings.inFlight(), settings.maxResponseBytes()));
        breakers = add(new Breakers(settings.breaker(), meters.breakers(), clock));
        accounts = new WorkerAccounts(id, settings, clients, redactor, gateMeters, System::getenv, closing::add, clock);
        Map<String, Route> routes = RouteChains.resolve(settings.routes(), settings.providers());
        Optional<WorkerLimits> limits =
                Optional.ofNullable(settings.limits()).map(given -> new WorkerLimits(given, settings.providers()));
        budgets = limits.map(given -> budgetsOrNothing(given, routes.values(), settings, meters));
        pipeline = ModelPipelines.compose(
                models,
                settings.inFlight(),
                redactor,
                breakers,
                accounts.gates(),
                budgets.map(WorkerBudgets::calls),
                accounts.alerts(),
                meters,
                gateMeters,
                clock);
        ResultPublisher publisher = new ResultPublisher(
                topics.results(),
                new PartitionCount(admin, topics.results()),
                maxRecordBytes,
                serializers,
                results,
                new DeadLetterMaker(topics.deadLetterJobs(), id, topics::workerGroup, journeys),
                meters,
                clock);
        handler = new JobHandler(
                new JobReader(deserializers, journeys),
                runs,
                routes,
                new RouteRequests(
                        settings.lanes(),
                        limits.map(WorkerLimits::fallBackWhenSpent).orElse(Set.of()),
                        journeys,
                        clock),
                new RouteCall(pipeline, clock, new Random()),
                publisher,
                parker,
                new SkewWatch(clock),
                redactor,
                meters,
                clock);
    }

    Admin admin() {
        return admin;
    }

    Breakers breakers() {
        return breakers;
    }

    ModelCall pipeline() {
        return pipeline;
    }

    JobHandler handler() {
        return handler;
    }

    /** What makes parked jobs due before their time. */
    Recall recall() {
        return new Recall(this::holds, runs::isCancelled);
    }

    private boolean holds(String heldBy) {
        return BudgetIds.isTenant(heldBy)
                ? budgets.map(own -> own.holds(heldBy)).orElse(true)
                : accounts.holds(heldBy);
    }

    private WorkerBudgets budgetsOrNothing(
            WorkerLimits limits, Collection<Route> routes, WorkerSettings settings, WorkerMeters meters) {
        try {
            return budgets(limits, routes, settings, meters);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** The fleet's budgets as this worker uses them. Started here, so that calls know them from the first. */
    private WorkerBudgets budgets(
            WorkerLimits limits, Collection<Route> routes, WorkerSettings settings, WorkerMeters meters) {
        new TopicAdmin(admin)
                .require(List.of(topics.ledgerRequests(), topics.ledgerGrants(), topics.ledgerState(), topics.fleet()));
        return new WorkerBudgets(
                id,
                limits,
                routes,
                settings.inFlight(),
                clients,
                meters.budgets(),
                accounts.alerts(),
                closing::add,
                clock);
    }

    /** Takes part in keeping the ledger, where this worker has limits. */
    void keepLedger(Consumer<Throwable> onFailure) {
        budgets.ifPresent(own -> own.keep(onFailure));
    }

    /** Something more that is closed with the rest, before it. */
    <T extends AutoCloseable> T add(T part) {
        return closing.add(part);
    }

    /**
     * Makes the schemas of results and parkings known to the registry. A worker that cannot write them must not call
     * models: the calls would be paid for and made again. And rehearses a call.
     */
    void warmUp(List<LaneSettings> lanes) {
        lanes.forEach(lane -> parker.warmUp(lane.name()));
        Delivery delivery = new Delivery(
                "sample",
                false,
                new ConsumerRecord<>(topics.jobs("sample"), 0, 0, new byte[0], null),
                Treatment.NORMAL,
                Starts.NONE,
                clock.now(),
                null);
        Ending ending = Ending.without(JobStatus.EXPIRED, FailureKind.DEADLINE_EXCEEDED, "", Way.NONE);
        Result sample = results.ofUnread("sample", "sample", "", delivery, ending, clock.now());
        serializers.use(serializer -> serializer.serialize(topics.results(), sample));
        models.rehearse();
    }

    FleetFollower followFleet(Consumer<Throwable> onFailure) {
        return add(FleetFollower.start(topics.fleet(), clients, id, runs, accounts.fleet(), onFailure));
    }

    /** Closes everything, the last part first; what fails is said, and the rest closed all the same. */
    void close() {
        closing.close();
    }
}
