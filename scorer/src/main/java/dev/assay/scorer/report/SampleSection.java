package dev.assay.scorer.report;

import dev.assay.scorer.epochs.Samples;
import dev.assay.scorer.stats.Bootstrap;
import org.jspecify.annotations.Nullable;

/** The samples of a run that asked every line several times. */
final class SampleSection {
    private SampleSection() {}

    static void write(Html html, Facts facts) {
        Samples samples = facts.samples();
        if (samples == null) {
            return;
        }
        Section.open(
                html,
                "samples",
                "Samples",
                "Every line was asked " + samples.expected() + " times. What its answers come to together is one"
                        + " sample; intervals are over samples.");
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "Samples", "Figure", "#Value", "95 % interval");
        html.open("tbody");
        row(html, "Pass rate", samples.passRate(), samples.passInterval(), true);
        row(html, "Mean value", samples.mean(), samples.meanInterval(), false);
        html.close("tbody").close("table").close("div");
        html.leaf(
                "p",
                Figures.counted(samples.samples(), "sample") + ", " + Figures.count(samples.scored())
                        + " with a value, " + Figures.count(samples.passed()) + " passed; "
                        + Figures.count(samples.incomplete()) + " without all epochs"
                        + (samples.namedIncomplete().isEmpty()
                                ? ""
                                : ", such as "
                                        + SafeText.beginning(
                                                samples.namedIncomplete().get(0), 80))
                        + "; " + Figures.count(samples.partlyScored()) + " with an epoch that has no value.",
                "class",
                "quiet");
        Section.close(html);
    }

    private static void row(
            Html html, String name, @Nullable Double value, @Nullable Bootstrap interval, boolean isShare) {
        html.open("tr").leaf("th", name, "scope", "row");
        Section.number(html, value == null ? Figures.NONE : figure(value, isShare));
        html.leaf(
                "td",
                interval == null
                        ? Figures.NONE
                        : figure(interval.low(), isShare) + " to " + figure(interval.high(), isShare),
                "class",
                "nowrap quiet");
        html.close("tr");
    }

    private static String figure(double value, boolean isShare) {
        return isShare ? Figures.percent(value) : Figures.value(value);
    }
}
