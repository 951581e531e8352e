package dev.assay.scorer.report;

import dev.assay.schemas.RunSummary;
import dev.assay.schemas.ScorerSummary;
import dev.assay.scorer.fold.Wilson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The values of the scored jobs, and what each scorer made of the answers. */
final class ScoreSection {
    private static final int HEIGHT = 150;
    private static final int SCORERS_SHOWN = 30;
    private static final int REASONS_SHOWN = 5;

    private ScoreSection() {}

    static void write(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        Section.open(html, "scores", "Scores", lead(facts));
        ValueBins values = facts.digest().values();
        if (values.count() == 0) {
            Section.nothing(html, "Nothing was scored, so there is no distribution to show.");
        } else if (values.isGraded()) {
            histogram(html, values);
        } else {
            rightOrWrong(html, values);
        }
        if (!summary.getScorers().isEmpty()) {
            scorers(html, summary);
        }
        List<Agreement.Row> judges = facts.digest().agreement().rows();
        if (!judges.isEmpty()) {
            judges(html, judges);
        }
        Section.close(html);
    }

    private static String lead(Facts facts) {
        RunSummary summary = facts.summary();
        return summary.getScored() == 0
                ? "No job of this run has a value."
                : "The mean value is " + Figures.value(summary.getMean()) + ", over " + facts.scoredOfTotal() + ".";
    }

    private static void rightOrWrong(Html html, ValueBins values) {
        html.open("figure");
        StackedBar.draw(
                html,
                "Scored jobs by value",
                List.of(
                        new Part("with value 1", Band.PASSED.style(), values.ones()),
                        new Part("with value 0", Band.MISSED.style(), values.zeros())),
                20);
        html.open("figcaption").text("Every value is 0 or 1: ");
        html.text(Figures.counted(values.ones(), "job") + " with 1, " + Figures.counted(values.zeros(), "job")
                + " with 0.");
        html.close("figcaption").close("figure");
    }

    private static void histogram(Html html, ValueBins values) {
        List<ColumnChart.Column> columns = new ArrayList<>();
        double width = 100.0 / ValueBins.BINS;
        for (int bin = 0; bin < ValueBins.BINS; bin++) {
            List<Part> parts =
                    List.of(Part.of(Band.PASSED, values.passed(bin)), Part.of(Band.MISSED, values.missed(bin)));
            columns.add(new ColumnChart.Column(
                    bin * width, width, parts, "value " + range(bin) + ": " + Part.inWords(parts)));
        }
        List<ColumnChart.Tick> ticks = new ArrayList<>();
        for (int tenth = 0; tenth <= 10; tenth++) {
            ticks.add(new ColumnChart.Tick(tenth * 10, bound(tenth * 2), tenth % 2 == 1));
        }
        html.open("figure");
        new ColumnChart("Scored jobs by value, from 0 to 1", columns, ticks, List.of(), HEIGHT).draw(html);
        html.leaf("figcaption", "Scored jobs by value, in steps of 0.05.");
        Section.openFolded(html, "The same as a table");
        html.open("table");
        Section.head(html, "Scored jobs by value", "Value", "#Passed", "#Not passed");
        html.open("tbody");
        for (int bin = 0; bin < ValueBins.BINS; bin++) {
            html.open("tr").leaf("th", range(bin), "scope", "row");
            Section.number(html, Figures.count(values.passed(bin)));
            Section.number(html, Figures.count(values.missed(bin)));
            html.close("tr");
        }
        html.close("tbody").close("table");
        Section.closeFolded(html);
        html.close("figure");
    }

    private static String range(int bin) {
        return bound(bin) + (bin == ValueBins.BINS - 1 ? " to 1" : " to under " + bound(bin + 1));
    }

    private static String bound(int bin) {
        return bin == 0 ? "0" : bin == ValueBins.BINS ? "1" : String.format(Locale.ROOT, "%.2f", bin / 20.0);
    }

    private static void scorers(Html html, RunSummary summary) {
        html.leaf("h3", "By scorer").open("div", "class", "scroll").open("table");
        Section.head(
                html, "Scores by scorer", "Scorer", "#Scored", "#~Passed", "#Pass rate", "95 % interval", "#~Mean");
        html.open("tbody");
        List<ScorerSummary> scorers = summary.getScorers();
        for (ScorerSummary scorer : scorers.subList(0, Math.min(SCORERS_SHOWN, scorers.size()))) {
            row(html, scorer);
        }
        html.close("tbody").close("table").close("div");
        if (scorers.size() > SCORERS_SHOWN) {
            html.leaf(
                    "p",
                    Figures.count(scorers.size() - SCORERS_SHOWN) + " more scorers are left out.",
                    "class",
                    "quiet");
        }
    }

    private static void judges(Html html, List<Agreement.Row> rows) {
        html.leaf("h3", "Do the judges agree?").open("div", "class", "scroll").open("table");
        Section.head(html, "Agreement of judges", "Judge", "Judge", "#Both judged", "#Agreed", "#Cohen’s kappa");
        html.open("tbody");
        for (Agreement.Row row : rows) {
            html.open("tr")
                    .open("th", "scope", "row")
                    .leaf("span", row.first(), "class", "long")
                    .close("th")
                    .open("td")
                    .leaf("span", row.second(), "class", "long")
                    .close("td");
            Section.number(html, Figures.count(row.n()));
            Section.number(html, Figures.percent(row.agreed(), row.n()));
            Section.number(
                    html,
                    row.kappa().isEmpty()
                            ? "not defined"
                            : Figures.value(row.kappa().getAsDouble()));
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
    }

    private static void row(Html html, ScorerSummary scorer) {
        long scored = scorer.getScored();
        html.open("tr").open("th", "scope", "row").leaf("span", scorer.getScorer(), "class", "long");
        if (!scorer.getUnscored().isEmpty()) {
            html.leaf("small", unscored(scorer), "class", "quiet under");
        }
        html.close("th");
        Section.number(html, Figures.count(scored));
        Section.wideNumber(html, Figures.count(scorer.getPassed()));
        Section.number(html, Figures.percent(scorer.getPassed(), scored));
        String interval = scored > 0 ? Figures.range(Wilson.of(scorer.getPassed(), scored)) : Figures.NONE;
        html.leaf("td", interval, "class", "nowrap quiet");
        Section.wideNumber(html, Figures.value(scorer.getMean()));
        html.close("tr");
    }

    private static String unscored(ScorerSummary scorer) {
        List<Counts.Entry> reasons = Counts.largestFirst(scorer.getUnscored());
        StringBuilder words = new StringBuilder("could not score ")
                .append(Figures.count(Counts.sum(scorer.getUnscored())))
                .append(": ");
        for (int i = 0; i < Math.min(REASONS_SHOWN, reasons.size()); i++) {
            words.append(i == 0 ? "" : ", ")
                    .append(reasons.get(i).name())
                    .append(' ')
                    .append(Figures.count(reasons.get(i).count()));
        }
        return words.append(reasons.size() > REASONS_SHOWN ? ", …" : "").toString();
    }
}
