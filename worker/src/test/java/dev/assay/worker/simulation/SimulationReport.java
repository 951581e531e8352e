package dev.assay.worker.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Writes what the simulation brought as a page. */
final class SimulationReport {
    private static final String BARS = " ▁▂▃▄▅▆▇█";
    private static final int SECONDS_A_BAR = 5;
    private static final int BARS_SHOWN = 60;

    private SimulationReport() {}

    /** A shape with both kinds of client. */
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
            page.append("Assay answers |")
                    .append(bars(pair.rules().answersBySecond()))
                    .append("|\n");
            page.append("Assay calls   |")
                    .append(bars(pair.rules().callsBySecond()))
                    .append("|\n");
            page.append("naive answers |")
                    .append(bars(pair.naive().answersBySecond()))
                    .append("|\n");
            page.append("naive calls   |")
                    .append(bars(pair.naive().callsBySecond()))
                    .append("|\n```\n");
        }
        return page.toString();
    }

    private static String row(String name, String client, Shape shape, Tally tally) {
        boolean isTroubled = shape.trouble().isPresent();
        return "| " + name + " | " + client + " | " + percent(tally.successShare()) + " | "
                + percent(tally.fallbackShare()) + " | " + number("%.3f", tally.callsPerJob()) + " | "
                + number("%.1f", tally.within(0.5)) + " | " + number("%.1f", tally.within(0.99)) + " | "
                + (isTroubled ? tally.back().map(String::valueOf).orElse("never") : "-") + " | "
                + (isTroubled ? number("%.1f", tally.peakAfter()) : "-") + " |\n";
    }

    /** A bar for each 5 s; a full one is the most that the 64 slots do with healthy calls. */
    private static String bars(int[] bySecond) {
        StringBuilder bars = new StringBuilder();
        for (int bar = 0; bar < BARS_SHOWN; bar++) {
            int sum = Arrays.stream(bySecond, bar * SECONDS_A_BAR, (bar + 1) * SECONDS_A_BAR)
                    .sum();
            int height = (int) Math.min(8, Math.ceil(sum / (64.0 * SECONDS_A_BAR) * 8));
            bars.append(BARS.charAt(height));
        }
        return bars.toString();
    }

    private static String percent(double share) {
        return number("%.1f %%", share * 100);
    }

    private static String number(String format, double number) {
        return Double.isNaN(number) ? "-" : String.format(Locale.ROOT, format, number);
    }

    private static final String INTRO =
            "| shape | client | success | by fallback | calls a job | p50 | p99 | back | peak |\n"
                    + "|---|---|---|---|---|---|---|---|---|\n";
    private static final String SHAPES = "\n## Shapes\n";
}
