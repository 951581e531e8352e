package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results a second through a scorer, beside a topology that only passes the same records on. */
final class ScorerRate implements Benchmark {
    private static final Bar OF_PASS_THROUGH = Bar.atLeast(0.5);

    @Override
    public String name() {
        return "scorer";
    }

    @Override
    public String summary() {
        return "results a second through a scorer, beside a Streams topology that only passes them on";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        int results = bench.form().of(300_000, 100_000, 500);
        int rounds = bench.form().of(3, 2, 1);
        List<Course.Stretch> scored = new ArrayList<>();
        List<Course.Stretch> passed = new ArrayList<>();
        try (ScorerStage stage = new ScorerStage(bench)) {
            for (int round = 1; round <= rounds; round++) {
                KafkaClients clients = stage.fill(round, results);
                boolean scorerFirst = round % 2 == 1;
                if (scorerFirst) {
                    scored.add(measured(bench, stage.score(clients, results)));
                }
                passed.add(measured(bench, stage.pass(clients, results)));
                if (!scorerFirst) {
                    scored.add(measured(bench, stage.score(clients, results)));
                }
            }
            Map<String, String> parameters = stage.parameters();
            parameters.put("results of a round", String.valueOf(results));
            parameters.put("rounds", rounds + ", the order alternates; figures are medians");
            return new Outcome.Measured(parameters, figures(scored, passed));
        }
    }

    /**
     * From half of the results to nine tenths: in the first half the JVM compiles, of the scorer for longer than of the
     * few lines beside it. The shortest form is over too soon to leave anything out.
     */
    private static Course.Stretch measured(Bench bench, Course course) {
        return bench.form() == Form.SMOKE
                ? course.between(0, course.jobs())
                : course.between(course.jobs() / 2, course.jobs() - course.jobs() / 10);
    }

    private static List<Figure> figures(List<Course.Stretch> scored, List<Course.Stretch> passed) {
        double scorer = Quantiles.median(scored, Course.Stretch::rate);
        double passThrough = Quantiles.median(passed, Course.Stretch::rate);
        return List.of(
                Figure.of("scorer, share of the pass-through's rate", scorer / passThrough, "")
                        .withBar(OF_PASS_THROUGH),
                Figure.of("scorer, results", scorer, "1/s"),
                Figure.of("pass-through, results", passThrough, "1/s"),
                cpu("scorer, CPU", scored, PipelineRun.WORKING),
                cpu("pass-through, CPU", passed, PipelineRun.WORKING),
                cpu("broker, CPU under the scorer", scored, "broker"),
                cpu("broker, CPU under the pass-through", passed, "broker"));
    }

    private static Figure cpu(String name, List<Course.Stretch> stretches, String process) {
        return Figure.of(
                name, Quantiles.median(stretches, stretch -> stretch.cpuPerThousand(process)), Course.CPU_UNIT);
    }
}
