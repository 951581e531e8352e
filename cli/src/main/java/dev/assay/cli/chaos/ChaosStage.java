package dev.assay.cli.chaos;

import dev.assay.cli.chaos.ChaosEvidence.CallSeen;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneDefaults;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorControl;
import dev.assay.sandbox.simulator.SimulatorProcess;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * The processes of a chaos run on one machine: a broker, a provider that no fault reaches, two workers, a scorer and a
 * submitter. All logs and the job file lie in one directory.
 */
final class ChaosStage implements AutoCloseable {
    static final String RUN = "chaos";
    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final String LANE = "batch";
    private static final String ROUTE = "main";
    /** By which the provider's log tells who called. */
    private static final String PROCESS_HEADER = "x-chaos-process";

    private final ChaosOptions options;
    private final Path directory;
    private final Clock clock;
    private final Parts open = new Parts("the stage");
    private final Map<Target, Part> parts = new EnumMap<>(Target.class);
    private final BrokerProcess broker;
    private final SimulatorProcess provider;
    private final KafkaClients clients;
    private final ServiceProcesses services;
    private final Sightings sightings;
    private int brokerStarts = 1;
    private double submitRate;

    /**
     * @param command the class with the {@code main} method of the command line
     * @param directory an empty directory
     */
    private ChaosStage(Class<?> command, ChaosOptions options, Path directory, Clock clock) {
        this.options = options;
        this.directory = directory;
        this.clock = clock;
        this.submitRate = options.rate();
        try {
            // Both are spawned before either is waited for.
            broker = open.add(BrokerProcess.start(EmbeddedKafkaSettings.keptIn(directory.resolve("kafka"))
                    .withNodes(options.brokers())
                    .withQuickShutdown(true)));
            provider = open.add(SimulatorProcess.start(simulator()));
            KafkaSettings kafka =
                    new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), new Topics("chaos"));
            clients = new KafkaClients(kafka);
            createTopics();
            services = open.add(new ServiceProcesses(command, kafka, directory));
            addParts();
            sightings = open.add(new Sightings(clients, clock));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static ChaosStage open(Class<?> command, ChaosOptions options, Path directory, Clock clock) throws IOException {
        ChaosJobs.write(options.jobs(), directory.resolve("jobs.jsonl"));
        return new ChaosStage(command, options, directory, clock);
    }

    /** Starts workers and scorer, and waits until they take work. */
    void startServices() {
        List<Target> first = List.of(Target.WORKER_1, Target.WORKER_2, Target.SCORER);
        first.forEach(target -> part(target).start());
        first.forEach(target -> part(target).awaitReady(START_PATIENCE));
    }

    Part part(Target target) {
        Part part = parts.get(target);
        if (part == null) {
            throw new IllegalStateException("no part " + target);
        }
        return part;
    }

    Collection<Part> parts() {
        return parts.values();
    }

    Sightings sightings() {
        return sightings;
    }

    KafkaClients clients() {
        return clients;
    }

    /** How many jobs a second the next start of the submitter enqueues. */
    void submitAt(double rate) {
        submitRate = rate;
    }

    String brokerName() {
        return Fault.BrokerKill.TARGET + "." + brokerStarts;
    }

    void killBroker() {
        broker.kill9();
    }

    void startBroker() {
        brokerStarts++;
        broker.restart();
    }

    /** Every call that has ended, in order of their end. */
    List<CallSeen> calls() {
        try (SimulatorControl control = provider.control()) {
            return control.calls().stream().map(ChaosStage::seen).toList();
        }
    }

    @Override
    public void close() {
        open.close();
    }

    private void addParts() {
        for (Target target : Target.values()) {
            parts.put(target, new Part(target, process -> start(target, process), clock));
        }
    }

    private ChildProcess start(Target target, String process) {
        return switch (target) {
            case WORKER_1, WORKER_2 -> services.worker(target.label(), workerYaml(process));
            case SCORER -> services.scorer(target.label());
            case SUBMITTER -> services.submit(target.label(), submitArguments());
        };
    }

    private List<String> submitArguments() {
        return List.of(
                directory.resolve("jobs.jsonl").toString(),
                "--run",
                RUN,
                "--lane",
                LANE,
                "--route",
                ROUTE,
                "--scorer",
                "contains",
                "--bound",
                String.valueOf(options.bound()),
                "--rate",
                String.format(Locale.ROOT, "%.2f", submitRate));
    }

    private String workerYaml(String process) {
        return """
            worker: %s
            inFlight: %d
            sessionTimeout: %dms
            drainGrace: 20s
            lanes:
              - name: %s
            providers:
              - name: simulator
                baseUrl: %s
                headers:
                  %s: %s
            routes:
              - name: %s
                provider: simulator
                model: simulator-small
            """.formatted(
                        process,
                        options.inFlight(),
                        options.session().toMillis(),
                        LANE,
                        provider.baseUrl(),
                        PROCESS_HEADER,
                        process,
                        ROUTE);
    }

    private SimulatorSettings simulator() {
        // A job is called more than once only when it was in flight at a fault; three times over is room enough.
        return SimulatorSettings.standard()
                .withLatency(new Latency.Fixed(options.latency()))
                .withAnswers(directory.resolve("jobs.jsonl"), 0.9, options.seed())
                .withLog(new SimulatorSettings.Log(3 * options.jobs(), directory.resolve("provider.jsonl"), false));
    }

    private void createTopics() {
        try (Admin admin = clients.admin("assay-chaos")) {
            TopicCatalogue catalogue = TopicCatalogue.of(
                    clients.settings().topics(), List.of(LANE, LaneDefaults.JUDGE), TopicSizes.LAPTOP);
            new TopicAdmin(admin).apply(catalogue, (short) options.brokers());
        }
    }

    private static CallSeen seen(CallRecord call) {
        String key = call.idempotencyKey() == null ? "" : call.idempotencyKey();
        String[] parts = key.split("/", -1);
        return new CallSeen(
                call.number(),
                parts.length > 1 ? parts[1] : "",
                call.headers().getOrDefault(PROCESS_HEADER, ""),
                call.arrivedAt());
    }
}
