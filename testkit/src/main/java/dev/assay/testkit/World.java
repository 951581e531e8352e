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
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicAdmin;
import dev.assay.runtime.YamlFile;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.scorer.Scorer;
import dev.assay.scorer.ScorerSettings;
import dev.assay.worker.Worker;
import dev.assay.worker.WorkerSettings;
import dev.assay.worker.intake.Slots;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline of its own on some Kafka: topics under a fresh prefix, a simulated provider, a scorer in this JVM or as
 * a process, and workers as processes of the {@code assay} command, so that they can be killed and frozen. Everything
 * ends when it is closed.
 */
public final class World implements AutoCloseable {
    public static final String LANE = "batch";
    public static final String ROUTE = "default";
    /** The lane of judges' jobs, and the name of the model that judges. */
    public static final String JUDGES = "judge";

    private static final Duration START_PATIENCE = Duration.ofMinutes(2);

    private final KafkaClients clients;
    private final ServiceProcesses processes;
    private final ProviderSimulator provider;
    private final @Nullable Scorer scorer;
    private final AssayProducer producer;
    private final DepthWatch depth;
    private final Workers workers;
    private final Map<String, Set<String>> jobIds = new HashMap<>();
    private final WorldSettings settings;
    private final Path directory;
    private long mostAllowed = Long.MAX_VALUE;

    private World(WorldSettings settings, KafkaClients clients, Path directory) {
        this.clients = clients;
        this.settings = settings;
        this.directory = directory;
        processes = new ServiceProcesses(Assay.class, clients.settings(), directory);
        provider = ProviderSimulator.start(settings.provider());
        scorer = settings.scorerInside()
                ? Scorer.start(
                        ScorerSettings.in(directory.resolve("scorer")),
                        clients.settings(),
                        new SimpleMeterRegistry(),
                        Clock.system())
                : null;
        producer = AssayProducer.connect(clients.settings());
        depth = DepthWatch.start(clients, LANE);
        workers = new Workers(name -> processes.worker(name, settings.workerYaml(name, provider.baseUrl())));
    }

    /**
     * Opens a usual one: creates the topics, starts provider and scorer.
     *
     * @param directory for settings, logs and state; the caller deletes it
     * @param inFlight most calls at once of each worker
     */
    public static World open(TestKafka kafka, Path directory, SimulatorSettings simulator, int inFlight) {
        return open(kafka, directory, WorldSettings.of(simulator, inFlight));
    }

    /** The same with other settings. */
    public static World open(TestKafka kafka, Path directory, WorldSettings settings) {
        KafkaClients clients = new KafkaClients(kafka.freshSettings());
        createTopics(clients);
        return new World(settings, clients, directory);
    }

    /** Creates every topic of a world, as many as its brokers replicate by default. */
    public static void createTopics(KafkaClients clients) {
        try (Admin admin = clients.admin("world")) {
            TopicCatalogue catalogue =
                    TopicCatalogue.of(clients.settings().topics(), List.of(LANE, JUDGES), TopicSizes.LAPTOP);
            new TopicAdmin(admin).apply(catalogue, (short) -1);
        }
    }

    public KafkaClients clients() {
        return clients;
    }

    public ProviderSimulator provider() {
        return provider;
    }

    /** How the broker sees the lane's workers now. */
    public LaneGroup group() {
        return LaneGroup.read(clients, LANE);
    }

    /** Submits a run, and notes its jobs as those that must come out. */
    public SubmitOutcome submit(String runId, List<NewJob> jobs, Consumer<SubmitRequest.Builder> options) {
        SubmitRequest.Builder request =
                SubmitRequest.run(runId).lane(LANE).route(ROUTE).tenant("tests");
        options.accept(request);
        SubmitRequest built = request.build();
        jobs.forEach(job -> expect(runId, job.customId()));
        // The bound in its first form: what one chunk of this one submitter may lie above it.
        mostAllowed = built.sending().bound() + built.sending().chunkJobs();
        return producer.submit(built, JobInput.records("jobs of " + runId, jobs));
    }

    /** Notes a job that was put on the lane in another way as one that must come out. */
    public void expect(String runId, String jobId) {
        jobIds.computeIfAbsent(runId, id -> new HashSet<>()).add(jobId);
    }

    /** Starts a worker process and returns when it takes part in the lane. */
    public ChildProcess startWorker(String name) {
        return startWorkers(name).getFirst();
    }

    /** Starts several. */
    public List<ChildProcess> startWorkers(String... names) {
        return workers.start(List.of(names));
    }

    /** Starts a worker in this JVM, on a clock of the scenario's; the caller closes it. */
    public Worker startInside(String name, Clock clock) {
        Path file = directory.resolve(name + ".yaml");
        try {
            Files.writeString(file, settings.workerYaml(name, provider.baseUrl()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        return Worker.start(
                YamlFile.read(file, WorkerSettings.class), clients.settings(), new SimpleMeterRegistry(), clock);
    }

    /** Tells workers to stop as an orchestrator would (SIGTERM), and waits until they have drained. */
    public void stopWorker(ChildProcess... stopping) {
        workers.stop(List.of(stopping));
    }

    /** Kills a worker with SIGKILL: what it has in hand will be called again. */
    public void killWorker(ChildProcess worker) {
        workers.kill(worker);
    }

    /**
     * Freezes a worker with SIGSTOP, for longer than its session: what it has in hand will be called again. Where the
     * session outlasts the freeze, {@link ChildProcess#pause} is enough.
     */
    public void freezeWorker(ChildProcess worker) {
        workers.freeze(worker);
    }

    /** Starts a scorer process and returns when it has its partitions. */
    public ChildProcess startScorer(String name) {
        ChildProcess started = processes.scorer(name);
        started.awaitReady(START_PATIENCE);
        return started;
    }

    /** Waits until so many calls have reached the provider. */
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
                    throw new AssertionError("run " + runId + " is not over after " + patience.toSeconds() + " s: "
                            + view + "\n" + standing());
                }
                reader.await(Duration.ofMillis(500));
            }
        }
    }

    /** The committed results of a run so far. */
    public List<Result> results(String runId) {
        List<Result> results = new ArrayList<>();
        new RunRecords(clients).results(runId, view(runId).manifest(), results::add);
        return results;
    }

    /** Stops every worker in peace, then reads what the run left behind. */
    public Evidence evidence(String runId) {
        workers.stopAll();
        depth.close();
        RunView view = view(runId);
        List<Score> scores = new ArrayList<>();
        new RunRecords(clients).scores(runId, view.manifest(), scores::add);
        return new Evidence(
                runId,
                jobIds.getOrDefault(runId, Set.of()),
                results(runId),
                scores,
                view,
                LaneReader.read(clients, LANE),
                depth.deepest(),
                mostAllowed,
                provider.requestLog().callsPerJob(),
                workers.unclean() * Slots.mostInHand(settings.inFlight()),
                workers.exits());
    }

    @Override
    public void close() {
        processes.close();
        depth.close();
        producer.close();
        if (scorer != null) {
            scorer.close(Workers.STOP_PATIENCE);
        }
        provider.close();
    }

    /** Where its lane and its processes stand, for messages of failed tests. */
    private String standing() {
        return group() + "\n" + LaneReader.read(clients, LANE) + "\n"
                + provider.requestLog().counts() + "\n" + workers.standing();
    }

    private RunView view(String runId) {
        try (RunReader reader = RunReader.of(clients, runId)) {
            reader.refresh();
            return reader.run(runId).orElseThrow(() -> new AssertionError("no such run: " + runId));
        }
    }
}
