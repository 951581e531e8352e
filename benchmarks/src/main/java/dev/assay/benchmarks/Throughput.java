package dev.assay.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs a second against a provider that takes its time, as a share of what so many jobs in flight allow. */
final class Throughput implements Benchmark {
    private static final Bar OF_CEILING = Bar.atLeast(0.95);
    private static final Bar OF_CEILING_WITH_LIMITS = Bar.atLeast(0.93);
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
        try (Stage stage = Stage.open(bench, List.of("assay", "limited", "plain"), latency)) {
            PipelineRun runs = new PipelineRun(stage);
            Course assay = runs.assay("assay", jobs);
            Course limited = runs.limited("limited", jobs);
            Course plain = runs.plainConsumer("plain", jobs);
            List<Figure> figures = new ArrayList<>();
            figures.addAll(figures("worker", assay, ceiling, Optional.of(OF_CEILING), Optional.of(CPU)));
            figures.addAll(figures(
                    "worker with limits", limited, ceiling, Optional.of(OF_CEILING_WITH_LIMITS), Optional.empty()));
            figures.addAll(figures("plain consumer", plain, ceiling, Optional.empty(), Optional.empty()));
            Map<String, String> parameters = stage.parameters();
            parameters.put("jobs", String.valueOf(jobs));
            parameters.put("provider", latency.toMillis() + " ms, fixed");
            parameters.put("ceiling", ceiling + "/s");
            return new Outcome.Measured(parameters, figures);
        }
    }

    private static List<Figure> figures(
            String who, Course course, double ceiling, Optional<Bar> ofShare, Optional<Bar> ofCpu) {
        Course.Stretch steady = course.steady();
        Figure share = Figure.of(who + ", share of the ceiling", steady.rate() / ceiling, "");
        Figure cpu = Figure.of(who + ", CPU", steady.cpuPerThousand(PipelineRun.WORKING), Course.CPU_UNIT);
        return List.of(
                ofShare.map(share::withBar).orElse(share),
                Figure.of(who + ", jobs", steady.rate(), "1/s"),
                ofCpu.map(cpu::withBar).orElse(cpu),
                Figure.of(
                        who + ", CPU with its start", course.wholeCpuPerThousand(PipelineRun.WORKING), Course.CPU_UNIT),
                Figure.of("broker, CPU under the " + who, steady.cpuPerThousand("broker"), Course.CPU_UNIT),
                Figure.of("provider, CPU under the " + who, steady.cpuPerThousand("provider"), Course.CPU_UNIT));
    }
}
