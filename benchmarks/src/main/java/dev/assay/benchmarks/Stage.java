package dev.assay.benchmarks;

import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.Answers;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorControl;
import dev.assay.sandbox.simulator.SimulatorProcess;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Where a benchmark plays: a broker with the topics of its lanes, a simulated provider, both processes of their own, and
 * the processes that it starts there. Services run as {@code ./assay} runs them, with a JVM that compiles as well as it
 * can.
 */
final class Stage implements AutoCloseable {
    static final int IN_FLIGHT = 64;
    static final String MODEL = "simulator-small";
    /** As {@code ./assay worker} is started. */
    private static final List<String> SERVICE_JVM = List.of("-Xmx768m", "-XX:+UseSerialGC", "-Xshare:auto");
    /** Where only starting counts. */
    private static final List<String> SMOKE_JVM =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final String ROUTE = "main";
    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(90);
    private static final int BROKER_MEGABYTES = 512;
    private static final int SIMULATOR_MEGABYTES = 384;
    private static final long NO_BOUND = 100_000_000;
    private static final int CALLS_KEPT = 1_000;
    private static final TopicSizes SIZES = TopicSizes.LAPTOP;

    private final Bench bench;
    private final List<String> serviceJvm;
    private final Parts parts = new Parts("a benchmark");
    private final BrokerProcess broker;
    private final SimulatorProcess simulator;
    private final SimulatorControl provider;
    private final KafkaClients clients;
    private final ServiceProcesses services;
    private final AssayProducer producer;

    private Stage(Bench bench, List<String> lanes, Duration latency) {
        this.bench = bench;
        serviceJvm = bench.form().of(SERVICE_JVM, SERVICE_JVM, SMOKE_JVM);
        try {
            Path data = bench.directory().resolve("kafka");
            broker = parts.add(BrokerProcess.start(
                    EmbeddedKafkaSettings.keptIn(data).withQuickShutdown(true),
                    sandboxJvm(bench.form(), BROKER_MEGABYTES)));
            simulator = parts.add(SimulatorProcess.start(
                    SimulatorSettings.standard()
                            .withLatency(new Latency.Fixed(latency))
                            .withLog(new SimulatorSettings.Log(CALLS_KEPT, null, false)),
                    sandboxJvm(bench.form(), SIMULATOR_MEGABYTES)));
            KafkaSettings kafka = KafkaSettings.of(broker.bootstrap());
            clients = new KafkaClients(kafka);
            try (Admin admin = clients.admin("assay-bench")) {
                new TopicAdmin(admin).apply(TopicCatalogue.of(kafka.topics(), lanes, SIZES), (short) 1);
            }
            provider = parts.add(simulator.control());
            services = parts.add(new ServiceProcesses(bench.command(), kafka, bench.directory(), serviceJvm));
            producer = parts.add(AssayProducer.connect(kafka, bench.clock()));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Sets it up.
     *
     * @param latency how long the provider takes for an answer, always
     */
    static Stage open(Bench bench, List<String> lanes, Duration latency) {
        bench.step("starting a broker and a provider");
        return new Stage(bench, lanes, latency);
    }

    Bench bench() {
        return bench;
    }

    KafkaClients clients() {
        return clients;
    }

    SimulatorControl provider() {
        return provider;
    }

    String providerUrl() {
        return simulator.baseUrl();
    }

    /** Enqueues a run of so many jobs through the whole door, as its only tenant's. */
    void enqueue(String runId, String lane, long jobs) {
        enqueue(runId, lane, BenchJobs.of(jobs), jobs, request -> {});
    }

    /** The same with jobs that are made already. */
    void enqueue(String runId, String lane, List<NewJob> jobs) {
        enqueue(runId, lane, jobs, jobs.size(), request -> {});
    }

    /**
     * Enqueues a run.
     *
     * @param count how many jobs there are
     * @param options what is special about the submit
     */
    void enqueue(
            String runId, String lane, Iterable<NewJob> jobs, long count, Consumer<SubmitRequest.Builder> options) {
        bench.step("enqueueing " + count + " jobs");
        SubmitRequest.Builder request =
                SubmitRequest.run(runId).lane(lane).route(ROUTE).tenant("bench").bound(NO_BOUND);
        options.accept(request);
        SubmitOutcome outcome = producer.submit(request.build(), JobInput.records(runId, jobs));
        NotRightException.when(
                !(outcome instanceof SubmitOutcome.Enqueued enqueued && enqueued.added() == count),
                "enqueueing " + count + " jobs ended as " + outcome);
    }

    /** Starts a worker with standard settings and does not wait. */
    ChildProcess worker(String name, String lane) {
        return worker(services, name, lane, "");
    }

    /** The same with limits that are never reached, so that each of its calls is granted by the ledger. */
    ChildProcess limitedWorker(String name, String lane) {
        return worker(services, name, lane, """
            limits:
              models:
                - {provider: simulator, model: %s, rpm: 1000000, tpm: 1000000000, concurrency: 10000}
            """.formatted(MODEL));
    }

    /** The same with a JVM of other options. */
    ChildProcess worker(String name, String lane, List<String> jvm) {
        return worker(
                parts.add(new ServiceProcesses(bench.command(), clients.settings(), bench.directory(), jvm)),
                name,
                lane,
                "");
    }

    private ChildProcess worker(ServiceProcesses processes, String name, String lane, String further) {
        return processes.worker(
                name, """
                    worker: %s
                    inFlight: %d
                    lanes:
                      - name: %s
                    providers:
                      - name: simulator
                        baseUrl: %s
                    routes:
                      - name: %s
                        provider: simulator
                        model: %s
                    """.formatted(name, IN_FLIGHT, lane, simulator.baseUrl(), ROUTE, MODEL) + further);
    }

    /** Starts a scorer and returns when it takes part. */
    ChildProcess scorer() {
        ChildProcess scorer = services.scorer("scorer");
        scorer.awaitReady(START_PATIENCE);
        return scorer;
    }

    /** Starts a plain program to compare with, and does not wait. */
    ChildProcess baseline(Class<?> main, List<String> arguments) {
        Path log = bench.directory().resolve(main.getSimpleName() + ".log");
        return parts.add(ChildProcess.start(main, serviceJvm, arguments, Map.of(), log));
    }

    /** Creates a topic of as many partitions as lanes have. */
    void createTopic(String name) {
        try (Admin admin = clients.admin("assay-bench")) {
            Answers.await(admin.createTopics(List.of(new NewTopic(name, SIZES.lane(), (short) 1)))
                    .all());
        }
    }

    /** Follows the work of a process from outside, that of broker and provider too. */
    Gauge gauge(String name, ChildProcess working) {
        Map<String, Long> pids = new LinkedHashMap<>();
        pids.put(name, working.pid());
        pids.put("broker", broker.pid());
        pids.put("provider", simulator.pid());
        Duration interval = bench.form().of(Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(10));
        return new Gauge(provider, pids, interval, bench.clock());
    }

    /** Tells a service to end (SIGTERM) and waits until it has drained. */
    void stop(ChildProcess service) {
        service.terminate();
        int exit = service.awaitExit(STOP_PATIENCE);
        NotRightException.when(exit != 0, "a service that was told to stop exited with " + exit);
    }

    /** What every figure hangs on. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("jobs in flight", String.valueOf(IN_FLIGHT));
        parameters.put("partitions of a lane", String.valueOf(SIZES.lane()));
        parameters.put(
                "bytes of a request", String.valueOf(BenchJobs.body(1_000).length()));
        parameters.put("JVM of services and plain programs", String.join(" ", serviceJvm));
        parameters.put("on the same machine", "broker, provider, this command");
        return parameters;
    }

    @Override
    public void close() {
        parts.close();
    }

    private static List<String> sandboxJvm(Form form, int megabytes) {
        return form == Form.SMOKE ? JvmOptions.small(megabytes) : JvmOptions.lasting(megabytes);
    }
}
