package dev.assay.cli.view;

import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.scorer.compare.Change;
import dev.assay.scorer.compare.Compared;
import dev.assay.scorer.compare.Effect;
import dev.assay.scorer.stats.Bootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A comparison in lines for people. */
public final class ComparisonLines {
    private static final int LONGEST_ID = 40;
    private static final int LONGEST_LABEL = 30;

    private ComparisonLines() {}

    public static List<String> of(Compared compared, String a, String b, long inA, long inB, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(b) + " against " + style.bold(a) + ", on the " + Figures.counted(compared.common(), "job")
                + " that both have");
        lines.add("");
        lines.addAll(counts(compared, a, b, inA, inB).lines(style));
        lines.add("");
        lines.addAll(effects(compared).lines(style));
        lines.addAll(meanings(compared, style));
        Effect scored = compared.scored();
        lines.add("");
        lines.add("both pass " + Figures.count(scored.bothPass()) + ", only " + a + " " + Figures.count(scored.onlyA())
                + ", only " + b + " " + Figures.count(scored.onlyB()) + ", neither "
                + Figures.count(scored.neither()));
        addChanges(lines, "better", compared.wins(), compared.winCount(), style);
        addChanges(lines, "worse", compared.losses(), compared.lossCount(), style);
        return lines;
    }

    /** One job that changed, in a line. */
    public static String line(Change change) {
        return (change.direction() == Change.Direction.WIN ? "+ " : "- ")
                + Printable.line(change.jobId(), LONGEST_ID) + "  " + side(change.before()) + "  ->  "
                + side(change.after());
    }

    private static Table counts(Compared compared, String a, String b, long inA, long inB) {
        Table table = new Table("JOBS", ">" + a, ">" + b);
        table.row("with a score", Figures.count(inA), Figures.count(inB));
        table.row("only there", Figures.count(inA - compared.common()), Figures.count(inB - compared.common()));
        for (Outcome outcome : Outcome.values()) {
            long countA = count(compared.outcomesA(), outcome);
            long countB = count(compared.outcomesB(), outcome);
            if (countA + countB > 0) {
                table.row("common, " + OutcomeNames.name(outcome), Figures.count(countA), Figures.count(countB));
            }
        }
        table.row(
                "common, scored only there",
                Figures.count(compared.scoredOnlyA()),
                Figures.count(compared.scoredOnlyB()));
        table.row("common, by a fallback", Figures.count(compared.fallbacksA()), Figures.count(compared.fallbacksB()));
        return table;
    }

    private static Table effects(Compared compared) {
        Table table = new Table("", ">PAIRS", ">A", ">B", ">B - A", ">95 % INTERVAL", ">P");
        Effect scored = compared.scored();
        rate(table, "pass rate", scored);
        mean(table, "mean value", scored);
        rate(table, "conservative rate", compared.conservative());
        for (Effect part : compared.parts()) {
            rate(table, part.name() + ", passed", part);
            mean(table, part.name() + ", mean", part);
        }
        return table;
    }

    private static void rate(Table table, String name, Effect effect) {
        Bootstrap interval = effect.rateDifference();
        table.row(
                name,
                Figures.count(effect.pairs()),
                percent(effect.rateA()),
                percent(effect.rateB()),
                interval == null ? "-" : signed(100 * interval.mean(), 1) + " pp",
                interval == null ? "-" : signed(100 * interval.low(), 1) + " to " + signed(100 * interval.high(), 1),
                interval == null ? "-" : pValue(effect.test().exact()));
    }

    private static void mean(Table table, String name, Effect effect) {
        Bootstrap interval = effect.meanDifference();
        table.row(
                name,
                Figures.count(effect.pairs()),
                value(effect.meanA()),
                value(effect.meanB()),
                interval == null ? "-" : signed(interval.mean(), 4),
                interval == null ? "-" : signed(interval.low(), 4) + " to " + signed(interval.high(), 4),
                interval == null ? "-" : pValue(interval.pValue()));
    }

    private static List<String> meanings(Compared compared, Style style) {
        Bootstrap interval = compared.scored().meanDifference();
        String how = interval == null
                ? "too few pairs for an interval"
                : interval.resamples() == 0
                        ? "intervals: normal, the pairs being many"
                        : "intervals: paired bootstrap, " + Figures.count(interval.resamples()) + " resamples";
        return List.of(
                style.dim(how + "; p of rates: McNemar, exact (mid-p "
                        + pValue(compared.scored().test().mid()) + "); p of means: bootstrap"),
                style.dim("conservative: all common jobs, those without a value counted as not passed"));
    }

    private static void addChanges(List<String> lines, String name, List<Change> changes, long count, Style style) {
        if (count == 0) {
            return;
        }
        lines.add("");
        String rest = changes.size() < count && !changes.isEmpty()
                ? ", the largest " + changes.size() + " of them (all: --all)"
                : "";
        lines.add(style.bold(name) + ": " + Figures.counted(count, "job") + rest);
        changes.forEach(change -> lines.add("  " + line(change)));
    }

    private static String side(Score score) {
        Double value = score.getValue();
        String label =
                score.getParts().isEmpty() ? null : score.getParts().get(0).getLabel();
        return (Boolean.TRUE.equals(score.getPassed()) ? "passed" : "failed")
                + (value == null || value == 0 || value == 1 ? "" : String.format(Locale.ROOT, " %.4f", value))
                + (label == null ? "" : " '" + Printable.line(label, LONGEST_LABEL) + "'");
    }

    private static long count(Map<Outcome, Long> counts, Outcome outcome) {
        return counts.getOrDefault(outcome, 0L);
    }

    private static String percent(@Nullable Double share) {
        return share == null ? "-" : Figures.percent(share);
    }

    private static String value(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.4f", value);
    }

    /** With its sign; never -0.0. */
    private static String signed(double number, int decimals) {
        String text = String.format(Locale.ROOT, "%+." + decimals + "f", number);
        return text.matches("[-+]0\\.0*") ? text.substring(1) : text;
    }

    private static String pValue(double p) {
        return p < 0.0001 ? "<0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }
}
