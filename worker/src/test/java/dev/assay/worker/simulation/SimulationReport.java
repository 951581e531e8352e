package dev.assay.worker.simulation;

import java.util.List;
import java.util.Locale;
import java.util.function.IntBinaryOperator;

/** Writes what the simulation brought as a page. */
final class SimulationReport {
    private static final String BARS = " ▁▂▃▄▅▆▇█";
    private static final int SECONDS_A_BAR = 5;
    private static final int BARS_SHOWN = 60;

    private static final String INTRO = """
        # How the rules behave in outages

        What `mvn verify` computes from the very classes that a worker runs (`RoutePlan`, `FailureTable`, `Breaker` with its
        ramp, `Gates`), in virtual time, beside a naive client: three retries after 1, 2 and 4 s at the same model, whatever the
        failure. A worker of 64 slots; 4,800 jobs of the batch lane, 20 a second for four minutes, unless said otherwise; a
        healthy model answers within 0.5 to 1.5 s, a failing one fails after 0.2 s. No provider is called and no figure here
        is a measurement: it shows what the rules do, and a changed rule as a changed page. `SimulationReportTest` fails when
        the page is not what the rules bring; CONTRIBUTING.md says how to write it anew.

        | column | is |
        |---|---|
        | answered | share of the jobs that got an answer; the rest became dead letters |
        | by fallback | share of the jobs that another than the route's first model answered |
        | calls a job | all calls by all jobs |
        | p50, p99 | seconds from a job's arrival to its answer, over the answered jobs |
        | back | seconds from the end of the trouble to the end of the first 5 s with 95 % of the usual answers |
        | peak | calls in the fullest second of the minute after, as a multiple of the jobs that come in one |

        | shape | client | answered | by fallback | calls a job | p50 | p99 | back | peak |
        |---|---|--:|--:|--:|--:|--:|--:|--:|
        """;

    private static final String SHAPES = """

        ## The shapes

        A bar stands for 5 s; a full one is 64 a second, the most that 64 slots do with a healthy model.
        """;

    private SimulationReport() {}

    /** A shape, with both kinds of client. */
    record Pair(Shape shape, Tally rules, Tally naive) {
        static Pair of(Shape shape) {
            return new Pair(shape, Simulation.withRules(shape), Simulation.naively(shape));
        }
    }

    static String page(List<Pair> pairs) {
        StringBuilder page = new StringBuilder(INTRO);
        for (Pair pair : pairs) {
            page.append(row(pair.shape().name(), "Assay", pair.shape(), pair.rules()));
            page.append(row("", "naive", pair.shape(), pair.naive()));
        }
        page.append(SHAPES);
        for (Pair pair : pairs) {
            page.append("\n### ").append(pair.shape().name()).append("\n\n");
            page.append(pair.shape().story()).append("\n\n```text\n");
            line(page, "Assay answers", pair.rules()::answersWithin);
            line(page, "Assay calls  ", pair.rules()::callsWithin);
            line(page, "naive answers", pair.naive()::answersWithin);
            line(page, "naive calls  ", pair.naive()::callsWithin);
            page.append("```\n");
        }
        return page.toString();
    }

    private static String row(String name, String client, Shape shape, Tally tally) {
        boolean comesBack = shape.trouble().isPresent() && shape.perSecond().isPresent();
        List<String> cells = List.of(
                name,
                client,
                number("%.1f %%", tally.successShare() * 100),
                number("%.1f %%", tally.fallbackShare() * 100),
                number("%.3f", tally.callsPerJob()),
                number("%.1f", tally.within(0.5)),
                number("%.1f", tally.within(0.99)),
                tally.back().isPresent() ? tally.back().getAsInt() + " s" : comesBack ? "never" : "-",
                tally.peakAfter().isPresent() ? number("%.1f", tally.peakAfter().getAsDouble()) : "-");
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static void line(StringBuilder page, String title, IntBinaryOperator within) {
        page.append(title).append(" |");
        for (int bar = 0; bar < BARS_SHOWN; bar++) {
            int sum = within.applyAsInt(bar * SECONDS_A_BAR, (bar + 1) * SECONDS_A_BAR);
            double full = SimWorker.SLOTS * SECONDS_A_BAR;
            page.append(BARS.charAt((int) Math.min(BARS.length() - 1, Math.ceil(sum / full * (BARS.length() - 1)))));
        }
        page.append("|\n");
    }

    private static String number(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
