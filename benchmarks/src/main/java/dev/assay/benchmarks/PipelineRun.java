package dev.assay.benchmarks;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.RequestLog;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/** Works off so many jobs from a standing queue, in one of three ways, and checks that all of it was done once. */
final class PipelineRun {
    /** Name of the process that works, in a {@link Course}. */
    static final String WORKING = "working";

    private static final Duration EXIT_PATIENCE = Duration.ofSeconds(60);

    private final Stage stage;

    PipelineRun(Stage stage) {
        this.stage = stage;
    }

    /** By a worker of Assay, which is started when all jobs are enqueued. */
    Course assay(String lane, long jobs) throws InterruptedException {
        return assay(lane, jobs, stage::worker);
    }

    /** The same, where the ledger grants each call. */
    Course limited(String lane, long jobs) throws InterruptedException {
        return assay(lane, jobs, stage::limitedWorker);
    }

    private Course assay(String lane, long jobs, BiFunction<String, String, ChildProcess> start)
            throws InterruptedException {
        String runId = "run-" + lane;
        stage.enqueue(runId, lane, jobs);
        RequestLog.Counts before = stage.provider().counts();
        stage.bench().step("a worker works " + jobs + " jobs");
        ChildProcess worker = start.apply("worker-" + lane, lane);
        Course course = stage.gauge(WORKING, worker).follow(jobs, worker);
        Totals.requireOver(stage, lane, runId, jobs);
        Totals.requireCalls(stage, before, jobs);
        stage.stop(worker);
        return course;
    }

    /** By {@link PlainConsumerMain}, from the same kind of queue. */
    Course plainConsumer(String lane, long jobs) throws InterruptedException {
        String answers = "plain-" + lane;
        stage.createTopic(answers);
        stage.enqueue("run-" + lane, lane, jobs);
        RequestLog.Counts before = stage.provider().counts();
        stage.bench().step("a plain consumer works " + jobs + " jobs");
        ChildProcess plain = stage.baseline(
                PlainConsumerMain.class,
                List.of(
                        stage.clients().settings().bootstrap(),
                        stage.clients().settings().topics().jobs(lane),
                        answers,
                        stage.providerUrl(),
                        Stage.MODEL,
                        String.valueOf(Stage.IN_FLIGHT)));
        Course course = stage.gauge(WORKING, plain).follow(jobs, plain);
        plain.terminate();
        plain.awaitExit(EXIT_PATIENCE);
        Totals.requireAnswers(stage, answers, jobs);
        Totals.requireCalls(stage, before, jobs);
        return course;
    }

    /** By {@link BareHttpMain}, without a queue. */
    Course bareHttp(long jobs) throws InterruptedException {
        RequestLog.Counts before = stage.provider().counts();
        stage.bench().step("a bare HTTP client asks " + jobs + " times");
        ChildProcess bare = stage.baseline(
                BareHttpMain.class,
                List.of(stage.providerUrl(), Stage.MODEL, String.valueOf(jobs), String.valueOf(Stage.IN_FLIGHT)));
        Course course = stage.gauge(WORKING, bare).follow(jobs, bare);
        int exit = bare.awaitExit(EXIT_PATIENCE);
        NotRightException.when(exit != 0, "the bare HTTP client exited with " + exit + ": " + bare.tail());
        Totals.requireCalls(stage, before, jobs);
        return course;
    }
}
