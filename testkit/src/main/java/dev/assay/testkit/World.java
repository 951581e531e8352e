package dev.assay.testkit;

import dev.assay.cli.Assay;
import dev.assay.cli.read.RunReader;
import dev.assay.cli.read.RunRecords;
import dev.assay.cli.read.RunView;
import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.scorer.Scorer;
import dev.assay.scorer.ScorerSettings;
import dev.assay.worker.intake.Slots;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;

/**
 * A pipeline of its own on some Kafka: topics under a fresh prefix, a simulated provider, a scorer in this JVM, and
 * workers as processes of the {@code assay} command, so that they can be killed. Everything ends when it is closed.
 */
public final class World implements AutoCloseable {
    public static final String LANE = "batch";
    public static final String ROUTE = "default";
    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

    private final KafkaClients clients;
    private final ServiceProcesses processes;
    private final ProviderSimulator provider;
    private final Scorer scorer;
    private final AssayProducer producer;
    private final DepthWatch depth;
    private final List<ChildProcess> workers = new ArrayList<>();
    private final List<Integer> exits = new ArrayList<>();
    private final Set<String> jobIds = new HashSet<>();
    private final int inFlight;
    private long mostAllowed = Long.MAX_VALUE;
    private int killed;

    private World(
            KafkaClients clients,
            ServiceProcesses processes,
            ProviderSimulator provider,
            Scorer scorer,
            AssayProducer producer,
            DepthWatch depth,
            int inFlight) {
        this.clients = clients;
        this.processes = processes;
        this.provider = provider;
        this.scorer = scorer;
        this.producer = producer;
        this.depth = depth;
        this.inFlight = inFlight;
    }

    /**
     * Opens it: creates the topics, starts provider and scorer.
     *
     * @param directory for settings, logs and state; the caller deletes it
     * @param inFlight most calls at once of each worker
     */
    public static World open(TestKafka kafka, Path directory, SimulatorSettings simulator, int inFlight) {
        KafkaSettings settings = kafka.freshSettings();
        KafkaClients clients = new KafkaClients(settings);
        try (Admin admin = clients.admin("world")) {
            TopicCatalogue catalogue = TopicCatalogue.of(settings.topics(), List.of(LANE), TopicSizes.LAPTOP);
            new TopicAdmin(admin).apply(catalogue, (short) -1);
        }
        ProviderSimulator provider = ProviderSimulator.start(simulator);
        Scorer scorer = Scorer.start(
                ScorerSettings.in(directory.resolve("scorer")), settings, new SimpleMeterRegistry(), Clock.system());
        AssayProducer producer = AssayProducer.connect(settings);
        ServiceProcesses processes = new ServiceProcesses(Assay.class, settings, directory);
        return new World(clients, processes, provider, scorer, producer, DepthWatch.start(clients, LANE), inFlight);
    }

    public KafkaClients clients() {
        return clients;
    }

    public ProviderSimulator provider() {
        return provider;
    }

    /** Submits a run, and notes its jobs as those that must come out. */
    public SubmitOutcome submit(String runId, List<NewJob> jobs, Consumer<SubmitRequest.Builder> options) {
        SubmitRequest.Builder request =
                SubmitRequest.run(runId).lane(LANE).route(ROUTE).tenant("tests");
        options.accept(request);
        SubmitRequest built = request.build();
        jobs.forEach(job -> jobIds.add(job.customId()));
        // The bound in its first form: what one chunk of this one submitter may lie above it.
        mostAllowed = built.sending().bound() + built.sending().chunkJobs();
        return producer.submit(built, JobInput.records("jobs of " + runId, jobs));
    }

    /** Starts a worker process and returns when it takes part in the lane. */
    public ChildProcess startWorker(String name) {
        ChildProcess worker = processes.worker(name, workerYaml(name));
        workers.add(worker);
        worker.awaitReady(START_PATIENCE);
        return worker;
    }

    /** Tells a worker to stop as an orchestrator would (SIGTERM), and waits until it has drained. */
    public void stopWorker(ChildProcess worker) {
        worker.terminate();
        exits.add(worker.awaitExit(STOP_PATIENCE));
        workers.remove(worker);
    }

    /** Kills a worker with SIGKILL: what it has in hand will be called again. */
    public void killWorker(ChildProcess worker) {
        worker.kill9();
        worker.awaitExit(STOP_PATIENCE);
        workers.remove(worker);
        killed++;
    }

    /** Waits until the provider has answered so many calls. */
    public void awaitCalls(long calls, Duration patience) {
        try {
            if (!provider.requestLog().await(counts -> counts.arrived() >= calls, patience)) {
                throw new AssertionError("the provider saw "
                        + provider.requestLog().counts().arrived() + " calls after " + patience.toSeconds()
                        + " s, expected " + calls);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for calls", e);
        }
    }

    /** Waits until the summary counts every job. */
    public RunView awaitOver(String runId, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try (RunReader reader = RunReader.of(clients, runId)) {
            reader.refresh();
            while (true) {
                RunView view = reader.run(runId).orElse(null);
                if (view != null && view.state() == RunView.State.OVER) {
                    return view;
                }
                if (System.nanoTime() - end > 0) {
                    throw new AssertionError(
                            "run " + runId + " is not over after " + patience.toSeconds() + " s: " + view);
                }
                reader.await(Duration.ofMillis(500));
            }
        }
    }

    /** Stops every worker in peace, then reads what the run left behind. */
    public Evidence evidence(String runId) {
        List.copyOf(workers).forEach(this::stopWorker);
        depth.close();
        try (RunReader reader = RunReader.of(clients, runId)) {
            reader.refresh();
            RunView view = reader.run(runId).orElseThrow(() -> new AssertionError("no such run: " + runId));
            RunManifest manifest = view.manifest();
            RunRecords records = new RunRecords(clients);
            List<Result> results = new ArrayList<>();
            List<Score> scores = new ArrayList<>();
            records.results(runId, manifest, results::add);
            records.scores(runId, manifest, scores::add);
            return new Evidence(
                    runId,
                    jobIds,
                    results,
                    scores,
                    view,
                    LaneReader.read(clients, LANE),
                    depth.deepest(),
                    mostAllowed,
                    provider.requestLog().callsPerJob(),
                    killed * Slots.mostInHand(inFlight),
                    exits);
        }
    }

    @Override
    public void close() {
        processes.close();
        depth.close();
        producer.close();
        scorer.close(STOP_PATIENCE);
        provider.close();
    }

    private String workerYaml(String name) {
        return """
            worker: %s
            inFlight: %d
            sessionTimeout: 6s
            drainGrace: 20s
            lanes:
              - name: %s
            providers:
              - name: simulator
                baseUrl: %s
            routes:
              - name: %s
                provider: simulator
                model: simulator-small
            """.formatted(name, inFlight, LANE, provider.baseUrl(), ROUTE);
    }
}
