package dev.assay.cli.drill;

import dev.assay.producer.JobInput;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.Clock;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.RequestLog;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.worker.CandidateSettings;
import dev.assay.worker.Worker;
import dev.assay.worker.WorkerSettings;
import dev.assay.worker.call.ProviderSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** One row being played: its providers, its workers and its runs, all of which end with it. */
final class RowRun implements AutoCloseable {
    private static final Duration READY_PATIENCE = Duration.ofSeconds(60);
    private static final Duration READ_PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private static final int FLEET_CHUNK = 15;
    private static final int ONE_CHUNK = 500;

    private final DrillStage stage;
    private final Row row;
    private final Form form;
    private final long seed;
    private final Map<String, ProviderSimulator> simulators = new LinkedHashMap<>();
    private final List<ProviderSettings> providers = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final Map<String, Long> moments = new LinkedHashMap<>();
    private final Set<String> jobs = new LinkedHashSet<>();
    private final List<String> runs = new ArrayList<>();

    RowRun(DrillStage stage, Row row, Form form, long seed) {
        this.stage = stage;
        this.row = row;
        this.form = form;
        this.seed = seed;
    }

    Form form() {
        return form;
    }

    Clock clock() {
        return stage.clock();
    }

    DrillStage stage() {
        return stage;
    }

    /** The row's usual lane. */
    String lane() {
        return row.lanes().getFirst();
    }

    /** Lane of that number, from 0. */
    String lane(int number) {
        return row.lanes().get(number);
    }

    int laneCount() {
        return row.lanes().size();
    }

    /** Starts a simulated provider under a role such as {@code first}. */
    ProviderSimulator provider(String role, SimulatorSettings settings) {
        ProviderSimulator simulator = ProviderSimulator.start(settings.withSeed(seed));
        simulators.put(role, simulator);
        provider(role, simulator.baseUrl());
        return simulator;
    }

    /** Names a provider that is somewhere else, or nowhere. */
    void provider(String role, String baseUrl) {
        providers.add(new ProviderSettings(nameOf(role), baseUrl, null, null, null, "openai", null, null, null, null));
    }

    ProviderSimulator simulator(String role) {
        ProviderSimulator simulator = simulators.get(role);
        if (simulator == null) {
            throw new IllegalArgumentException(row.name() + " has no simulator " + role);
        }
        return simulator;
    }

    /** The name under which workers know a provider of this row; its account is called the same. */
    String nameOf(String role) {
        return Evidence.provider(role, row.name());
    }

    CandidateSettings candidate(String role, String model) {
        return CandidateSettings.of(nameOf(role), model);
    }

    CandidateSettings candidate(String role, String model, int contextWindow) {
        return new CandidateSettings(nameOf(role), model, null, contextWindow, null, null);
    }

    /** Begins to describe the row's workers. */
    RowWorkers workers() {
        return new RowWorkers(this);
    }

    /** Starts that many workers and returns when all take jobs. */
    void start(int count, WorkerSettings settings) throws InterruptedException {
        for (int i = 1; i <= count; i++) {
            workers.add(Worker.start(
                    settings.withWorker(row.name() + "-" + i),
                    stage.clients().settings(),
                    new SimpleMeterRegistry(),
                    clock()));
        }
        awaitReady("its workers were not ready", () -> workers.stream().allMatch(Worker::isReady));
        if (count > 1) {
            awaitReady("not every worker had a part of the lane", () -> stage.haveParts(lane(), count));
        }
    }

    private void awaitReady(String otherwise, BooleanSupplier wanted) throws InterruptedException {
        long start = clock().nanos();
        while (!wanted.getAsBoolean()) {
            if (clock().nanos() - start > READY_PATIENCE.toNanos()) {
                throw new RowTrouble(otherwise + " after " + READY_PATIENCE.toSeconds() + " s");
            }
            clock().pause(POLL);
        }
    }

    List<ProviderSettings> providers() {
        return List.copyOf(providers);
    }

    /** Submits jobs to the route {@code main} in the row's usual lane. */
    void submit(List<NewJob> wanted) {
        submit(lane(), RowWorkers.ROUTE, wanted, UnaryOperator.identity());
    }

    void submit(String lane, String route, List<NewJob> wanted, UnaryOperator<SubmitRequest.Builder> options) {
        String run = row.name() + "-" + runs.size();
        SubmitRequest request = options.apply(SubmitRequest.run(run)
                        .lane(lane)
                        .route(route)
                        .tenant("drill")
                        // A chunk goes to one partition, and each worker is to have some.
                        .chunkJobs(row.isFleet() ? FLEET_CHUNK : ONE_CHUNK)
                        .maxAge(Duration.ofHours(1)))
                .build();
        runs.add(run);
        wanted.forEach(job -> jobs.add(run + "/" + job.customId()));
        SubmitOutcome outcome = stage.producer().submit(request, JobInput.records("drill", wanted));
        if (!(outcome instanceof SubmitOutcome.Enqueued)) {
            throw new RowTrouble("its jobs were not enqueued: " + outcome);
        }
    }

    /** The latest run's id. */
    String run() {
        return runs.getLast();
    }

    /** Notes that something happens now. */
    long mark(String moment) {
        long now = clock().nanos();
        moments.put(moment, now);
        return now;
    }

    /** Waits until every job has a result. */
    void awaitEnd(Duration patience) throws InterruptedException {
        if (!stage.feed().await(() -> results().size() >= jobs.size(), patience)) {
            throw new RowTrouble("after " + patience.toSeconds() + " s only "
                    + results().size() + " of " + jobs.size() + " jobs had ended");
        }
    }

    /** Waits for results. */
    void awaitResults(String what, Predicate<List<Result>> wanted, Duration patience) throws InterruptedException {
        if (!stage.feed().await(() -> wanted.test(results()), patience)) {
            throw new RowTrouble("waited " + patience.toSeconds() + " s in vain: " + what);
        }
    }

    /** Waits until every result has a score. */
    void awaitScores(Duration patience) throws InterruptedException {
        if (!stage.feed().await(() -> of(stage.feed()::scores).size() >= jobs.size(), patience)) {
            throw new RowTrouble("not every result was scored after " + patience.toSeconds() + " s");
        }
    }

    /** Waits until a provider has seen what is wanted. */
    void awaitCalls(String role, String what, Predicate<RequestLog.Counts> wanted, Duration patience)
            throws InterruptedException {
        if (!simulator(role).requestLog().await(wanted, patience)) {
            throw new RowTrouble("waited " + patience.toSeconds() + " s in vain: " + what);
        }
    }

    void pause(Duration time) throws InterruptedException {
        clock().pause(time);
    }

    /** Stops workers and providers, so that every call has ended and is in a log, and reads what is there. */
    Evidence evidence() throws InterruptedException {
        stopWorkers();
        Map<String, List<CallRecord>> calls = new LinkedHashMap<>();
        simulators.forEach((role, simulator) -> {
            simulator.close();
            calls.put(role, simulator.requestLog().calls());
        });
        if (!stage.feed().awaitCaughtUp(READ_PATIENCE)) {
            throw new RowTrouble("the results could not be read within " + READ_PATIENCE.toSeconds() + " s");
        }
        List<DeadLetter> letters = of(stage.feed()::letters);
        List<Score> scores = of(stage.feed()::scores);
        return new Evidence(row.name(), jobs, calls, results(), letters, scores, moments);
    }

    @Override
    public void close() {
        stopWorkers();
        simulators.values().forEach(ProviderSimulator::close);
    }

    private List<Result> results() {
        return of(stage.feed()::results);
    }

    private <T> List<T> of(java.util.function.Function<String, List<T>> read) {
        return runs.stream().flatMap(run -> read.apply(run).stream()).toList();
    }

    private void stopWorkers() {
        workers.forEach(worker -> worker.drain(DRAIN));
        workers.clear();
    }
}
