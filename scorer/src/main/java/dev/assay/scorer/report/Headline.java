package dev.assay.scorer.report;

import dev.assay.schemas.RunSummary;
import dev.assay.scorer.fold.Wilson;
import java.util.List;

/** The one number that people came for, how sure it is, and six numbers to judge it by. */
final class Headline {
    private Headline() {}

    static void write(Html html, Facts facts) {
        html.open("section", "class", "headline", "id", "result", "aria-label", "Result");
        RunSummary summary = facts.summary();
        Wilson interval = HeadSection.interval(summary);
        Double passRate = summary.getPassRate();
        html.open("div", "class", "answer");
        if (passRate == null || interval == null) {
            unscored(html, facts);
        } else {
            html.leaf("p", "Pass rate", "class", "label");
            html.leaf("p", Figures.percent(passRate), "class", "big");
            IntervalMark.around(List.of(interval)).drawLarge(html, passRate, interval);
            html.open("p", "class", "sure");
            html.text("95\u00A0% interval " + Figures.percent(interval.low()) + " to "
                    + Figures.percent(interval.high()) + ". "
                    + Figures.count(summary.getPassed()) + " of the "
                    + Figures.count(summary.getScored()) + " scored jobs passed.");
            html.close("p");
            conservative(html, facts);
        }
        html.close("div");
        if (summary.getFinished() > 0) {
            numbers(html, facts);
        }
        html.close("section");
    }

    /** The rate that nobody improves by failing on hard jobs; left out where it is the same. */
    private static void conservative(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        long without = facts.toBeScored() - summary.getScored();
        if (without > 0) {
            html.leaf(
                    "p",
                    "Conservative: " + Figures.percent(summary.getPassed(), facts.toBeScored()) + ", the "
                            + Figures.counted(without, "ended job")
                            + " without a value counted as not passed.",
                    "class",
                    "sure");
        }
    }

    private static void unscored(Html html, Facts facts) {
        html.leaf("p", "Pass rate", "class", "label");
        html.leaf("p", "Nothing scored", "class", "big word");
        html.leaf("p", why(facts), "class", "sure");
    }

    private static String why(Facts facts) {
        if (facts.total() == 0) {
            return "The run has no jobs yet, so there is no pass rate.";
        }
        if (facts.summary().getFinished() == 0) {
            return "None of the " + Figures.counted(facts.total(), "job") + " has ended yet, so there is no pass rate.";
        }
        StringBuilder parts = new StringBuilder();
        for (Band band : Band.values()) {
            if (facts.count(band) > 0) {
                parts.append(parts.isEmpty() ? "" : ", ")
                        .append(Figures.count(facts.count(band)))
                        .append(' ')
                        .append(band.label());
            }
        }
        if (facts.unfinished() > 0) {
            parts.append(", ").append(Figures.count(facts.unfinished())).append(" unfinished");
        }
        return "None of the " + Figures.counted(facts.total(), "job")
                + " has a value, so there is no pass rate to tell: " + parts + ".";
    }

    private static void numbers(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        html.open("dl", "class", "numbers-grid");
        number(
                html,
                "Scored",
                Figures.count(summary.getScored()),
                "of " + Figures.counted(facts.total(), "job") + ", "
                        + Figures.percent(summary.getScored(), facts.total()));
        number(html, "Mean value", Figures.value(summary.getMean()), "over " + facts.scoredOfTotal());
        number(
                html,
                "Calls that worked",
                Figures.percent(facts.technicallyFine(), summary.getFinished()),
                Figures.count(facts.technicallyFine()) + " of " + Figures.count(summary.getFinished())
                        + " ended jobs, whatever the answer is worth");
        number(
                html,
                "Turnaround",
                Figures.millis(summary.getTurnaround().getP50Millis()),
                "median; 95\u00A0% within "
                        + Figures.millis(summary.getTurnaround().getP95Millis()));
        number(
                html,
                "Calls a job",
                Figures.ratio(summary.getAttempts(), summary.getFinished()),
                Figures.counted(summary.getAttempts(), "call") + " for "
                        + Figures.counted(summary.getFinished(), "ended job"));
        number(html, "Cost", SpendSection.cost(summary), SpendSection.costNote(summary));
        html.close("dl");
    }

    private static void number(Html html, String name, String value, String note) {
        html.open("div")
                .leaf("dt", name)
                .open("dd")
                .leaf("span", value, "class", "value")
                .leaf("span", note, "class", "note")
                .close("dd")
                .close("div");
    }
}
