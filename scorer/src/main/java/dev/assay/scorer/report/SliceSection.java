package dev.assay.scorer.report;

import dev.assay.scorer.fold.Wilson;
import java.util.List;
import java.util.Objects;

/** The run taken apart: where it is better and where worse than on the whole. */
final class SliceSection {
    private SliceSection() {}

    /** Whether the run can be taken apart, and anything can be compared. */
    static boolean isWorthIt(Facts facts) {
        return facts.summary().getPassRate() != null
                && !facts.digest().slices().dimensions().isEmpty();
    }

    static void write(Html html, Facts facts) {
        List<Slices.Dimension> dimensions = facts.digest().slices().dimensions();
        Double whole = facts.summary().getPassRate();
        if (!isWorthIt(facts) || whole == null) {
            return;
        }
        Section.open(
                html,
                "slices",
                "Slices",
                "The lowest pass rate first. The upright line is the whole run's, " + Figures.percent(whole) + ".");
        dimensions.forEach(dimension -> table(html, dimension, whole));
        Section.close(html);
    }

    private static void table(Html html, Slices.Dimension dimension, double whole) {
        List<Wilson> intervals = dimension.rows().stream()
                .map(row -> row.slice().interval())
                .filter(Objects::nonNull)
                .toList();
        IntervalMark line = IntervalMark.around(intervals);
        html.open("div", "class", "scroll").open("table", "class", "slices");
        Section.head(
                html,
                "Jobs by " + dimension.name(),
                (dimension.isTag() ? "Tag " : "") + dimension.name(),
                "#~Jobs",
                "#Scored",
                "#Pass rate",
                "95 % interval, on " + line.range(),
                "#~Mean");
        html.open("tbody");
        for (Slices.Row row : dimension.rows()) {
            Slice slice = row.slice();
            html.open("tr").open("th", "scope", "row");
            html.leaf("span", row.name().isBlank() ? "(blank)" : row.name(), "class", "long", "dir", "auto");
            html.close("th");
            Section.wideNumber(html, Figures.count(slice.jobs()));
            Section.number(html, Figures.count(slice.scored()));
            Section.number(html, Figures.percent(slice.passRate()));
            html.open("td", "class", "interval-cell");
            Wilson interval = slice.interval();
            Double rate = slice.passRate();
            if (interval == null || rate == null) {
                html.leaf("span", "nothing scored", "class", "quiet");
            } else {
                line.drawSmall(html, rate, interval, whole);
            }
            html.close("td");
            Section.wideNumber(html, Figures.value(slice.mean()));
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
    }
}
