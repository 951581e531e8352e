package dev.assay.benchmarks;

import dev.assay.sandbox.process.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** What a worker holds in memory with a short queue and with a long one. */
final class QueueMemory implements Benchmark {
    private static final Bar FLAT = Bar.atMost(1.1);
    private static final double MEGABYTE = 1 << 20;
    private static final Duration LATENCY = Duration.ofMillis(20);
    /** A small heap to start with, which grows as the worker needs: one that is large from the start says nothing. */
    private static final List<String> JVM = List.of("-Xms32m", "-Xmx512m", "-XX:+UseSerialGC", "-Xshare:auto");

    /** Bytes. */
    private record Held(long peak, OptionalLong live) {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "memory of a worker with 10,000 and with 1,000,000 jobs queued";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws IOException, InterruptedException {
        long few = bench.form().of(10_000, 10_000, 400);
        long many = bench.form().of(1_000_000, 100_000, 2_000);
        long worked = bench.form().of(9_000, 6_000, 200);
        try (Stage stage = Stage.open(bench, List.of("few", "many"), LATENCY)) {
            Held withFew = held(stage, "few", few, worked);
            Held withMany = held(stage, "many", many, worked);
            List<Figure> figures = new ArrayList<>();
            figures.add(Figure.of("peak memory, long queue / short queue", ratio(withMany.peak(), withFew.peak()), "")
                    .withBar(FLAT));
            figures.add(Figure.of("peak memory, " + count(few) + " queued", withFew.peak() / MEGABYTE, "MiB"));
            figures.add(Figure.of("peak memory, " + count(many) + " queued", withMany.peak() / MEGABYTE, "MiB"));
            if (withFew.live().isPresent() && withMany.live().isPresent()) {
                long liveFew = withFew.live().getAsLong();
                long liveMany = withMany.live().getAsLong();
                figures.add(Figure.of("live heap, long queue / short queue", ratio(liveMany, liveFew), "")
                        .withBar(FLAT));
                figures.add(Figure.of("live heap, " + count(few) + " queued", liveFew / MEGABYTE, "MiB"));
                figures.add(Figure.of("live heap, " + count(many) + " queued", liveMany / MEGABYTE, "MiB"));
            }
            Map<String, String> parameters = stage.parameters();
            parameters.put("jobs worked before memory is read", String.valueOf(worked));
            parameters.put("JVM of the worker", String.join(" ", JVM));
            parameters.put("provider", LATENCY.toMillis() + " ms, fixed");
            parameters.put("peak memory", "VmHWM of a worker that was started with the queue as it is");
            parameters.put("live heap", "after a full collection, while it works");
            return new Outcome.Measured(parameters, figures);
        }
    }

    /** Starts a worker on a queue of that length, lets it work for a while, and looks at it. */
    private static Held held(Stage stage, String lane, long queued, long worked)
            throws IOException, InterruptedException {
        String runId = "run-" + lane;
        stage.enqueue(runId, lane, queued);
        var before = stage.provider().counts();
        stage.bench().step("a worker works " + worked + " of " + queued + " jobs");
        ChildProcess worker = stage.worker("worker-" + lane, lane, JVM);
        stage.gauge(PipelineRun.WORKING, worker).follow(worked, worker);
        long peak = ProcessUse.peakMemory(worker.pid())
                .orElseThrow(() -> new NotRightException("memory is read from /proc, which this system does not have"));
        OptionalLong live = ProcessUse.liveHeap(worker.pid());
        stage.stop(worker);
        long answered = stage.provider().counts().ended() - before.ended();
        Totals.requireResults(stage, runId, answered);
        Totals.requireCalls(stage, before, answered);
        Totals.requireLeft(stage, lane, queued - answered);
        return new Held(peak, live);
    }

    private static double ratio(long many, long few) {
        return (double) many / few;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
