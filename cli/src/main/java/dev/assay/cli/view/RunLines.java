package dev.assay.cli.view;

import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Percentiles;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.ScoreSet;
import dev.assay.schemas.ScorerSummary;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run in lines for people: what it is, how its jobs came out, and what the scores say. */
public final class RunLines {
    private static final int LABEL = 14;

    private RunLines() {}

    /** One line a run. */
    public static Table table(List<RunView> runs) {
        Table table = new Table("RUN", "STATE", ">JOBS", ">ENDED", ">PASSED", "SUBMITTED", "SOURCE");
        for (RunView run : runs) {
            RunManifest manifest = run.manifest();
            table.row(
                    run.runId(),
                    state(run),
                    Figures.count(run.enqueued()),
                    Figures.count(run.finished()),
                    passRate(run.summary()),
                    manifest == null ? "?" : manifest.getSubmittedAt().toString(),
                    manifest == null ? "?" : manifest.getSource());
        }
        return table;
    }

    /** Everything about one run. */
    public static List<String> of(RunView run, Style style, int columns) {
        List<String> lines = new ArrayList<>(heading(run, style));
        lines.add(style.rule(Math.min(columns, 72)));
        lines.addAll(outcomes(run, style, columns));
        RunSummary summary = run.summary();
        if (summary != null) {
            lines.add("");
            lines.addAll(figures(run, summary, style));
            List<String> slices = SliceLines.of(summary, style);
            if (!slices.isEmpty()) {
                lines.add("");
                lines.addAll(slices);
            }
        }
        for (ScoreSet set : run.scoreSets()) {
            lines.add(label("scores") + set.getName() + ": " + passRate(set.getSummary()) + " passed, "
                    + Printable.line(set.getExpectation(), 60)
                    + (set.getReason() == null ? "" : " (" + Printable.line(set.getReason(), 60) + ")"));
        }
        return lines;
    }

    static String state(RunView run) {
        return switch (run.state()) {
            case SUBMITTING -> "submitting";
            case RUNNING -> "running";
            case OVER -> run.outcome(Outcome.CANCELLED) > 0 ? "cancelled" : "over";
        };
    }

    private static List<String> heading(RunView run, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("Run " + run.runId()) + "  " + state(run));
        RunManifest manifest = run.manifest();
        if (manifest != null) {
            lines.add(style.dim(manifest.getSource() + " (" + manifest.getFormat() + "), lane " + manifest.getLane()
                    + ", route " + manifest.getRoute() + ", tenant " + manifest.getTenant()));
            lines.add(style.dim("submitted " + manifest.getSubmittedAt() + " by " + manifest.getSubmittedBy()));
        }
        return lines;
    }

    /** One bar an outcome, in flight last; outcomes that did not occur are left out. */
    static List<String> outcomes(RunView run, Style style, int columns) {
        List<String> lines = new ArrayList<>();
        long enqueued = Math.max(1, run.enqueued());
        int width = Math.clamp(columns - LABEL - 22L, 10, 40);
        for (Outcome outcome : Outcome.values()) {
            long count = run.outcome(outcome);
            if (count > 0) {
                String bar = OutcomeNames.paint(outcome, Bar.of((double) count / enqueued, width, style), style);
                lines.add(row(OutcomeNames.name(outcome), count, bar, (double) count / enqueued));
            }
        }
        long inFlight = run.enqueued() - run.finished();
        if (inFlight != 0 || lines.isEmpty()) {
            String bar = Bar.of((double) inFlight / enqueued, width, style);
            lines.add(row("in flight", inFlight, bar, (double) inFlight / enqueued));
        }
        return lines;
    }

    private static String row(String name, long count, String bar, double share) {
        return label(name)
                + String.format(Locale.ROOT, "%9s  ", Figures.count(count))
                + bar
                + String.format(Locale.ROOT, "%8s", Figures.percent(share));
    }

    private static List<String> figures(RunView run, RunSummary summary, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(label("pass rate") + style.bold(passRate(summary)) + interval(summary, style)
                + "  " + Figures.count(summary.getPassed()) + " of " + Figures.count(summary.getScored()) + " scored"
                + ", " + Figures.count(run.enqueued()) + " in all");
        addConservative(lines, summary);
        Double mean = summary.getMean();
        if (mean != null) {
            lines.add(label("mean value") + String.format(Locale.ROOT, "%.4f", mean) + "  over the "
                    + Figures.count(summary.getScored()) + " scored");
        }
        if (summary.getScorers().size() > 1) {
            summary.getScorers().forEach(scorer -> lines.add(scorerLine(scorer)));
        }
        addCounts(lines, "unscored", summary.getUnscored());
        addCounts(lines, "failures", summary.getFailures());
        addCounts(lines, "fallbacks", summary.getFallbacks());
        addCounts(lines, "models", summary.getModels());
        if (summary.getModelDrift() > 0) {
            lines.add(label("model drift")
                    + style.yellow(Figures.counted(summary.getModelDrift(), "answer") + " from an unasked model"));
        }
        if (run.manifest() != null || summary.getAttempts() > 0) {
            addEffort(lines, summary);
        }
        return lines;
    }

    /** Only where it says something else than the pass rate. */
    private static void addConservative(List<String> lines, RunSummary summary) {
        Double conservative = summary.getConservativeRate();
        if (conservative != null && !conservative.equals(summary.getPassRate())) {
            lines.add(label("conservative") + Figures.percent(conservative)
                    + "  with every job without a value counted as not passed");
        }
    }

    /** What the answers took; nothing where they were there already. */
    private static void addEffort(List<String> lines, RunSummary summary) {
        lines.add(label("call time") + percentiles(summary.getCallTime()));
        lines.add(label("turnaround") + percentiles(summary.getTurnaround()));
        lines.add(label("tokens") + Figures.count(summary.getUsage().getInput()) + " in, "
                + Figures.count(summary.getUsage().getOutput()) + " out");
        lines.add(label("calls") + Figures.count(summary.getAttempts()) + callsPerJob(summary));
        lines.add(label("cost") + cost(summary));
    }

    private static String scorerLine(ScorerSummary scorer) {
        Double mean = scorer.getMean();
        return label("  " + scorer.getScorer()) + Figures.count(scorer.getPassed()) + " of "
                + Figures.count(scorer.getScored()) + " passed"
                + (mean == null ? "" : String.format(Locale.ROOT, ", mean %.4f", mean));
    }

    private static void addCounts(List<String> lines, String name, Map<String, Long> counts) {
        if (!counts.isEmpty()) {
            StringBuilder text = new StringBuilder(label(name));
            String separator = "";
            for (Map.Entry<String, Long> count : new TreeMap<>(counts).entrySet()) {
                text.append(separator).append(count.getKey()).append(' ').append(Figures.count(count.getValue()));
                separator = ", ";
            }
            lines.add(text.toString());
        }
    }

    static String passRate(@Nullable RunSummary summary) {
        Double rate = summary == null ? null : summary.getPassRate();
        return rate == null ? "-" : Figures.percent(rate);
    }

    private static String interval(RunSummary summary, Style style) {
        Double low = summary.getPassRateLow();
        Double high = summary.getPassRateHigh();
        return low == null || high == null
                ? ""
                : style.dim(String.format(Locale.ROOT, "  (95 %% between %.1f and %.1f %%)", low * 100, high * 100));
    }

    private static String percentiles(Percentiles times) {
        Long p50 = times.getP50Millis();
        Long p95 = times.getP95Millis();
        Long p99 = times.getP99Millis();
        return p50 == null || p95 == null || p99 == null
                ? "-"
                : "p50 " + Figures.millis(p50) + ", p95 " + Figures.millis(p95) + ", p99 " + Figures.millis(p99);
    }

    private static String callsPerJob(RunSummary summary) {
        return summary.getFinished() == 0
                ? ""
                : String.format(Locale.ROOT, "  (%.2f a job)", (double) summary.getAttempts() / summary.getFinished());
    }

    private static String cost(RunSummary summary) {
        BigDecimal cost = summary.getCost();
        String unknown = summary.getCostUnknown() == 0
                ? ""
                : " (not known for " + Figures.counted(summary.getCostUnknown(), "job") + ")";
        return (cost == null ? "-" : cost.stripTrailingZeros().toPlainString()) + unknown;
    }

    private static String label(String name) {
        return " " + name + " ".repeat(Math.max(1, LABEL - name.length()));
    }

    /** The moving figures of a run under way. */
    static String paceLine(RunView run, Pace pace) {
        StringBuilder line = new StringBuilder(label("pace")).append(Figures.rate(pace.perSecond()));
        if (run.state() == RunView.State.RUNNING) {
            String left = pace.timeFor(run.enqueued() - run.finished())
                    .map(RunLines::rounded)
                    .orElse("unknown");
            line.append(", time left ").append(left);
        }
        RunSummary summary = run.summary();
        if (summary != null) {
            line.append(", calls ").append(percentiles(summary.getCallTime()));
        }
        return line.toString();
    }

    private static String rounded(Duration left) {
        return Figures.duration(Duration.ofSeconds(Math.max(1, left.toSeconds())));
    }
}
