package dev.assay.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs a second against a provider that takes its time, as a share of what so many jobs in flight allow. */
final class Throughput implements Benchmark {
    private static final Bar OF_CEILING = Bar.atLeast(0.95);
    private static final Bar CPU = Bar.atMost(2.0);

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public String summary() {
        return "jobs a second with 64 in flight against a 200 ms provider, beside a plain consumer";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        long jobs = bench.form().of(20_000, 4_000, 1_200);
        Duration latency = bench.form().of(Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofMillis(20));
        double ceiling = Stage.IN_FLIGHT / (latency.toMillis() / 1000.0);
        try (Stage stage = Stage.open(bench, List.of("assay", "plain"), latency)) {
            PipelineRun runs = new PipelineRun(stage);
            Course assay = runs.assay("assay", jobs);
            Course plain = runs.plainConsumer("plain", jobs);
            List<Figure> figures = new ArrayList<>();
            figures.addAll(figures("worker", assay, ceiling, true));
            figures.addAll(figures("plain consumer", plain, ceiling, false));
            Map<String, String> parameters = stage.parameters();
            parameters.put("jobs", String.valueOf(jobs));
            parameters.put("provider", latency.toMillis() + " ms, fixed");
            parameters.put("ceiling", ceiling + "/s");
            return new Outcome.Measured(parameters, figures);
        }
    }

    private static List<Figure> figures(String who, Course course, double ceiling, boolean withBars) {
        Course.Stretch steady = course.steady();
        Figure share = Figure.of(who + ", share of the ceiling", steady.rate() / ceiling, "");
        Figure cpu = Figure.of(who + ", CPU", steady.cpuPerThousand(PipelineRun.WORKING), Course.CPU_UNIT);
        return List.of(
                withBars ? share.withBar(OF_CEILING) : share,
                Figure.of(who + ", jobs", steady.rate(), "1/s"),
                withBars ? cpu.withBar(CPU) : cpu,
                Figure.of(
                        who + ", CPU with its start", course.wholeCpuPerThousand(PipelineRun.WORKING), Course.CPU_UNIT),
                Figure.of("broker, CPU under the " + who, steady.cpuPerThousand("broker"), Course.CPU_UNIT),
                Figure.of("provider, CPU under the " + who, steady.cpuPerThousand("provider"), Course.CPU_UNIT));
    }
}
