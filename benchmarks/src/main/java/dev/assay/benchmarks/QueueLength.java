package dev.assay.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Time for a job with a short queue and with long ones, where the processor is what limits. */
final class QueueLength implements Benchmark {
    private static final Bar FLAT = Bar.atMost(1.1);
    private static final Duration LATENCY = Duration.ofMillis(20);

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String summary() {
        return "time for a job with 1,000, 10,000 and 100,000 jobs queued";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        // A short run says little, so it is taken more often.
        Map<Long, Integer> rounds = new LinkedHashMap<>();
        rounds.put(bench.form().of(1_000L, 1_000L, 200L), bench.form().of(5, 2, 1));
        rounds.put(bench.form().of(10_000L, 5_000L, 300L), bench.form().of(2, 1, 1));
        rounds.put(bench.form().of(100_000L, 20_000L, 600L), 1);
        long first = bench.form().of(20_000L, 4_000L, 100L);
        Map<Long, Double> millis = new LinkedHashMap<>();
        try (Stage stage = Stage.open(bench, lanes(rounds), LATENCY)) {
            rounds.forEach((jobs, times) -> millis.put(jobs, 0.0));
            for (Map.Entry<Long, Integer> size : rounds.entrySet()) {
                List<Double> all = new ArrayList<>();
                for (int round = 1; round <= size.getValue(); round++) {
                    Course course = new PipelineRun(stage).assay(lane(size.getKey(), round), first + size.getKey());
                    Course.Stretch behind = course.between(first, first + size.getKey() - Stage.IN_FLIGHT);
                    all.add(1_000 / behind.rate());
                }
                millis.put(size.getKey(), Quantiles.median(all, time -> time));
            }
            Map<String, String> parameters = stage.parameters();
            parameters.put("jobs worked first, by the same worker from the same queue", String.valueOf(first));
            parameters.put("rounds", rounds.values() + "; figures are medians");
            parameters.put("provider", LATENCY.toMillis() + " ms, fixed");
            return new Outcome.Measured(parameters, figures(List.copyOf(millis.keySet()), millis));
        }
    }

    private static List<Figure> figures(List<Long> sizes, Map<Long, Double> millis) {
        List<Figure> figures = new ArrayList<>();
        double shortest = millis.getOrDefault(sizes.getFirst(), 0.0);
        double longest = millis.getOrDefault(sizes.getLast(), 0.0);
        figures.add(Figure.of("time for a job, longest queue / shortest queue", longest / shortest, "")
                .withBar(FLAT));
        millis.forEach((jobs, time) ->
                figures.add(Figure.of(String.format(Locale.ROOT, "time for a job, %,d queued", jobs), time, "ms")));
        return figures;
    }

    private static List<String> lanes(Map<Long, Integer> rounds) {
        List<String> lanes = new ArrayList<>();
        rounds.forEach((jobs, times) -> {
            for (int round = 1; round <= times; round++) {
                lanes.add(lane(jobs, round));
            }
        });
        return lanes;
    }

    private static String lane(long jobs, int round) {
        return "queue" + jobs + "-" + round;
    }
}
