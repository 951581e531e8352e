package dev.assay.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs a second where the provider answers at once, so that only Assay's own work is left. */
final class InstantProvider implements Benchmark {
    private static final Bar OF_BARE = Bar.atLeast(0.9);

    @Override
    public String name() {
        return "instant";
    }

    @Override
    public String summary() {
        return "jobs a second against a provider that answers at once, beside a bare HTTP client";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        long jobs = bench.form().of(30_000, 8_000, 600);
        int rounds = bench.form().of(3, 1, 1);
        List<String> lanes = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            lanes.add("round" + round);
        }
        try (Stage stage = Stage.open(bench, lanes, Duration.ZERO)) {
            PipelineRun runs = new PipelineRun(stage);
            // The provider's JVM is warm before either is measured.
            runs.bareHttp(jobs / 2);
            List<Course> bare = new ArrayList<>();
            List<Course> assay = new ArrayList<>();
            for (String lane : lanes) {
                bare.add(runs.bareHttp(jobs));
                assay.add(runs.assay(lane, jobs));
            }
            double bareRate = Quantiles.median(bare, course -> course.steady().rate());
            double assayRate = Quantiles.median(assay, course -> course.steady().rate());
            List<Figure> figures = new ArrayList<>();
            figures.add(Figure.of("worker, share of the bare client's jobs a second", assayRate / bareRate, "")
                    .withBar(OF_BARE));
            figures.add(Figure.of("worker, jobs", assayRate, "1/s"));
            figures.add(Figure.of("bare client, requests", bareRate, "1/s"));
            figures.addAll(cpu("worker", assay));
            figures.addAll(cpu("bare client", bare));
            Map<String, String> parameters = stage.parameters();
            parameters.put("jobs of a round", String.valueOf(jobs));
            parameters.put("rounds", rounds + ", the two by turns; figures are medians");
            parameters.put("provider", "no latency");
            return new Outcome.Measured(parameters, figures);
        }
    }

    private static List<Figure> cpu(String who, List<Course> courses) {
        List<Figure> figures = new ArrayList<>();
        figures.add(cpu(who + ", CPU", courses, PipelineRun.WORKING));
        figures.add(cpu("broker, CPU under the " + who, courses, "broker"));
        figures.add(cpu("provider, CPU under the " + who, courses, "provider"));
        return figures;
    }

    private static Figure cpu(String name, List<Course> courses, String process) {
        return Figure.of(
                name, Quantiles.median(courses, course -> course.steady().cpuPerThousand(process)), Course.CPU_UNIT);
    }
}
