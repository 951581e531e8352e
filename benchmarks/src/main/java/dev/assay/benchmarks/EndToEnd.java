package dev.assay.benchmarks;

import dev.assay.producer.SubmitRequest;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Time from enqueueing a job to its visible score, less what the provider takes. */
final class EndToEnd implements Benchmark {
    private static final Bar HALF = Bar.atMost(0.3);
    private static final Bar NEARLY_ALL = Bar.atMost(1.0);
    private static final String LANE = "batch";
    private static final Duration LATENCY = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Jobs that come evenly: so many a second, some of them in each transaction. */
    private record Pace(String name, int perSecond, int ofTransaction, int jobs) {
        String words() {
            return perSecond + " jobs a second, " + ofTransaction + " in each transaction, " + jobs + " jobs";
        }
    }

    /**
     * What was seen.
     *
     * @param rate jobs a second that were really enqueued
     * @param result seconds from the job's record to a visible result, the provider's time taken off
     * @param score the same to a visible score
     */
    private record Overheads(Pace pace, double rate, Quantiles result, Quantiles score) {}

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String summary() {
        return "seconds from enqueueing a job to its visible score, less the provider's time";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        List<Pace> paces = List.of(
                new Pace("low rate", 5, 1, bench.form().of(300, 100, 10)),
                new Pace("moderate rate", 100, 10, bench.form().of(6_000, 1_500, 100)));
        int first = bench.form().of(3_000, 1_000, 100);
        try (Stage stage = Stage.open(bench, List.of(LANE), LATENCY)) {
            ChildProcess worker = stage.worker("worker", LANE);
            ChildProcess scorer = stage.scorer();
            // Cold JVMs are another matter.
            overheads(stage, new Pace("warm-up", 200, 50, first));
            List<Figure> figures = new ArrayList<>();
            Map<String, String> parameters = stage.parameters();
            parameters.put("provider", LATENCY.toMillis() + " ms, fixed");
            parameters.put("from", "timestamp of the job's record, given when it is sent, before its transaction ends");
            parameters.put("to", "the moment at which a reader of committed records gets it");
            parameters.put("before that", first + " jobs to warm up");
            for (Pace pace : paces) {
                parameters.put(pace.name(), pace.words());
                figures.addAll(figures(overheads(stage, pace)));
            }
            stage.stop(worker);
            stage.stop(scorer);
            return new Outcome.Measured(parameters, figures);
        }
    }

    private static List<Figure> figures(Overheads overheads) {
        String at = overheads.pace().name() + ", ";
        Quantiles score = overheads.score();
        Quantiles result = overheads.result();
        return List.of(
                Figure.of(at + "to the score, p50", score.at(0.5), "s").withBar(HALF),
                Figure.of(at + "to the score, p90", score.at(0.9), "s"),
                Figure.of(at + "to the score, p99", score.at(0.99), "s").withBar(NEARLY_ALL),
                Figure.of(at + "to the result, p50", result.at(0.5), "s"),
                Figure.of(at + "to the result, p99", result.at(0.99), "s"),
                Figure.of(at + "jobs enqueued", overheads.rate(), "1/s"));
    }

    private static Overheads overheads(Stage stage, Pace pace) throws InterruptedException {
        Topics topics = stage.clients().settings().topics();
        String runId = "run-" + pace.name().replace(' ', '-');
        var before = stage.provider().counts();
        // Read as they come: the worker trims its lane behind itself.
        try (Arrivals jobs = Arrivals.stamped(
                        stage.clients(), topics.jobs(LANE), stage.bench().clock());
                Arrivals results = Arrivals.of(
                        stage.clients(), topics.results(), stage.bench().clock());
                Arrivals scores = Arrivals.of(
                        stage.clients(), topics.scores(), stage.bench().clock())) {
            Consumer<SubmitRequest.Builder> paced =
                    request -> request.rate(pace.perSecond()).chunkJobs(pace.ofTransaction());
            stage.enqueue(runId, LANE, BenchJobs.of(pace.jobs()), pace.jobs(), paced);
            stage.bench().step("waiting for the last scores");
            Map<String, Instant> scored = scores.await(pace.jobs(), PATIENCE);
            Map<String, Instant> answered = results.await(pace.jobs(), PATIENCE);
            Totals.requireOver(stage, LANE, runId, pace.jobs());
            Totals.requireCalls(stage, before, pace.jobs());
            Map<String, Instant> enqueued = jobs.await(pace.jobs(), PATIENCE);
            return new Overheads(pace, rate(enqueued), less(enqueued, answered), less(enqueued, scored));
        }
    }

    /** Behind the first one, so many came until the last. */
    private static double rate(Map<String, Instant> enqueued) {
        Instant first = Collections.min(enqueued.values());
        Instant last = Collections.max(enqueued.values());
        long millis = Math.max(1, Duration.between(first, last).toMillis());
        return (enqueued.size() - 1) * 1e3 / millis;
    }

    private static Quantiles less(Map<String, Instant> from, Map<String, Instant> to) {
        NotRightException.when(
                !from.keySet().equals(to.keySet()), "what came out is not what was enqueued: " + to.size() + " jobs");
        return new Quantiles(from.entrySet().stream()
                .mapToDouble(job -> Duration.between(job.getValue(), to.get(job.getKey()))
                                .minus(LATENCY)
                                .toMillis()
                        / 1e3)
                .toArray());
    }
}
