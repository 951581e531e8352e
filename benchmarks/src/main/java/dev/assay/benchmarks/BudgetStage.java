package dev.assay.benchmarks;

import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.Limits;
import dev.assay.sandbox.simulator.SimulatorProcess;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** Where budgets are measured: a broker, a provider that keeps the same limits, workers, each a process of its own. */
final class BudgetStage implements AutoCloseable {
    static final String LANE = "batch";
    static final String MODEL = "simulator-small";
    static final String ACCOUNT = "bench";
    /** Some times what runs at once at the rate of the limits: what waits for a budget is in hand, and suspect with it. */
    static final int IN_FLIGHT = 16;

    /** Few, so that the jobs of tenants who enqueue at the same time lie among each other. */
    private static final int CHUNK_JOBS = 25;

    /** Says in each request which worker sent it. */
    static final String WORKER_HEADER = "x-bench-worker";

    private static final String ROUTE = "main";
    private static final String WARM_UP = "warm-up";
    private static final int WARM_UP_CALLS = 10;
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final long NO_BOUND = 100_000_000;
    private static final Latency LATENCY = new Latency.Uniform(Duration.ofMillis(150), Duration.ofMillis(450));

    private final Bench bench;
    private final BudgetOptions options;
    private final Parts parts = new Parts("a benchmark");
    private final BrokerProcess broker;
    private final KafkaClients clients;
    private final ServiceProcesses services;
    private final AssayProducer producer;
    private final String providerUrl;
    private final CallLog log;
    private final Map<Integer, ChildProcess> workers = new HashMap<>();

    private BudgetStage(Bench bench, BudgetOptions options) {
        this.bench = bench;
        this.options = options;
        try {
            broker = parts.add(BrokerProcess.start(
                    EmbeddedKafkaSettings.keptIn(bench.directory().resolve("kafka"))
                            .withQuickShutdown(true),
                    JvmOptions.lasting(512)));
            providerUrl = options.provider() == null ? simulator().baseUrl() : options.provider();
            KafkaSettings kafka = KafkaSettings.of(broker.bootstrap());
            clients = new KafkaClients(kafka);
            try (Admin admin = clients.admin("assay-bench")) {
                new TopicAdmin(admin)
                        .apply(TopicCatalogue.of(kafka.topics(), List.of(LANE), TopicSizes.LAPTOP), (short) 1);
            }
            log = parts.add(CallLog.of(providerUrl, clients));
            if (options.provider() == null) {
                warmUp(providerUrl);
            }
            services = parts.add(new ServiceProcesses(bench.command(), kafka, bench.directory()));
            producer = parts.add(AssayProducer.connect(kafka, bench.clock()));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static BudgetStage open(Bench bench, BudgetOptions options) {
        bench.step("starting a broker" + (options.provider() == null ? " and a provider" : ""));
        return new BudgetStage(bench, options);
    }

    KafkaClients clients() {
        return clients;
    }

    CallLog log() {
        return log;
    }

    /** Enqueues a tenant's jobs, as a run of its name. */
    void enqueue(String tenant, List<NewJob> jobs) {
        SubmitRequest request = SubmitRequest.run(tenant)
                .lane(LANE)
                .route(ROUTE)
                .tenant(tenant)
                .bound(NO_BOUND)
                .chunkJobs(CHUNK_JOBS)
                .build();
        SubmitOutcome outcome = producer.submit(request, JobInput.records(tenant, jobs));
        NotRightException.when(
                !(outcome instanceof SubmitOutcome.Enqueued enqueued && enqueued.added() == jobs.size()),
                "enqueueing " + jobs.size() + " jobs ended as " + outcome);
    }

    /** Starts all workers, and returns when they take jobs. */
    void startWorkers() {
        for (int i = 1; i <= options.workers(); i++) {
            start(i);
        }
        workers.values().forEach(worker -> worker.awaitReady(START_PATIENCE));
    }

    /** Starts a worker, for the first time or again, and does not wait. */
    void start(int number) {
        String name = "worker-" + number;
        workers.put(number, services.worker(name, """
            worker: %s
            inFlight: %d
            sessionTimeout: 6s
            drainGrace: 5s
            lanes:
              - name: %s
            providers:
              - name: provider
                account: %s
                baseUrl: %s
                headers: {%s: %s}
            routes:
              - name: %s
                provider: provider
                model: %s
            limits:
              share: 1
              models:
                - {provider: provider, model: %s, rpm: %d, tpm: %d}
            """.formatted(
                        name,
                        IN_FLIGHT,
                        LANE,
                        ACCOUNT,
                        providerUrl,
                        WORKER_HEADER,
                        name,
                        ROUTE,
                        MODEL,
                        MODEL,
                        options.rpm(),
                        options.tpm())));
    }

    ChildProcess worker(int number) {
        ChildProcess worker = workers.get(number);
        if (worker == null) {
            throw new IllegalStateException("no worker " + number);
        }
        return worker;
    }

    /** What the last lines of the workers' logs say, for a message. */
    String tails() {
        StringBuilder tails = new StringBuilder();
        workers.forEach((number, worker) -> tails.append("worker-")
                .append(number)
                .append(": ")
                .append(worker.tail())
                .append('\n'));
        return tails.toString();
    }

    @Override
    public void close() {
        parts.close();
    }

    /**
     * Asks some questions of a model that is not the one measured. A cold provider takes most of a second until it counts
     * its first calls, and they would stay in its window longer than in anybody's.
     */
    private static void warmUp(String provider) {
        ChatClient client = new ChatClient(provider, WARM_UP);
        String question = "{\"model\":\"" + WARM_UP + "\",\"max_tokens\":20,"
                + "\"messages\":[{\"role\":\"user\",\"content\":\"warm up\"}]}";
        try {
            for (int i = 0; i < WARM_UP_CALLS; i++) {
                String unused = client.ask(question);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the provider did not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while warming the provider up", e);
        }
    }

    /** It keeps the limits itself, to the nanosecond, and refuses what is beyond. */
    private SimulatorProcess simulator() {
        SimulatorProcess simulator = parts.add(SimulatorProcess.start(
                SimulatorSettings.standard()
                        .withLatency(LATENCY)
                        .withLimits(Limits.perMinute((int) options.rpm(), (int) options.tpm()))
                        .withFaults(faults())
                        .withLog(new SimulatorSettings.Log(
                                1_000_000, bench.directory().resolve("calls.jsonl"), false)),
                JvmOptions.lasting(384)));
        return simulator.awaitReady();
    }

    private FaultRule[] faults() {
        if (options.faults().contains(BudgetFault.OUTPUT)) {
            return new FaultRule[] {FaultRule.of("many-tokens=4")};
        }
        return options.faults().contains(BudgetFault.USAGE)
                ? new FaultRule[] {FaultRule.of("no-usage").forShare(0.1)}
                : new FaultRule[0];
    }
}
