package dev.assay.scorer.report;

import java.util.ArrayList;
import java.util.List;

/** When the jobs ended, and as what: an outage is a gap or a block of another colour. */
final class TimeSection {
    private static final int HEIGHT = 180;
    private static final int TICKS = 8;
    /** Room between two stretches, in columns. */
    private static final double BREAK = 4;
    /** Fewer columns than this do not fill the line: a run of one moment is no wall. */
    private static final int LEAST_COLUMNS = 12;
    /** What a date takes below the line, in percent. */
    private static final double DATE_ROOM = 14;

    private TimeSection() {}

    static void write(Html html, Facts facts) {
        TimeBuckets times = facts.digest().times();
        if (times.isEmpty()) {
            Section.open(html, "time", "Over time", "No job has ended yet.");
            Section.nothing(html, "There is no result yet, so there is nothing to lay out over time.");
            Section.close(html);
            return;
        }
        TimeAxis axis = TimeAxis.of(times);
        Section.open(html, "time", "Over time", lead(axis));
        html.open("figure");
        chart(axis).draw(html);
        legend(html, facts);
        table(html, axis);
        html.close("figure");
        Section.close(html);
    }

    private static String lead(TimeAxis axis) {
        TimeAxis.Stretch first = axis.stretches().getFirst();
        TimeAxis.Stretch last = axis.stretches().getLast();
        long span = (last.end() - first.first()) * axis.widthMillis();
        String cut = axis.stretches().size() == 1 ? "" : " Long idle stretches are cut out where the line is broken.";
        return "Jobs by the time they ended, each column " + Figures.millis(axis.widthMillis()) + ", over "
                + Figures.millis(span) + " from "
                + Figures.moment(java.time.Instant.ofEpochMilli(first.first() * axis.widthMillis())) + "." + cut;
    }

    private static ColumnChart chart(TimeAxis axis) {
        double units = axis.columns() + BREAK * (axis.stretches().size() - 1);
        double width = 100 / Math.max(units, LEAST_COLUMNS);
        List<ColumnChart.Column> columns = new ArrayList<>();
        List<ColumnChart.Tick> ticks = new ArrayList<>();
        List<ColumnChart.Mark> marks = new ArrayList<>();
        double left = 0;
        for (int i = 0; i < axis.stretches().size(); i++) {
            TimeAxis.Stretch stretch = axis.stretches().get(i);
            if (i > 0) {
                long idle = (stretch.first() - axis.stretches().get(i - 1).end()) * axis.widthMillis();
                marks.add(new ColumnChart.Mark(
                        left + BREAK / 2 * width, Figures.millis(idle) + " idle", marks.size() % 2));
                left += BREAK * width;
            }
            addTicks(ticks, axis, stretch, left, width);
            for (int column = 0; column < stretch.columns().size(); column++) {
                List<Part> parts = parts(stretch.columns().get(column));
                String tip = axis.time(stretch.first() + column) + ": " + Part.inWords(parts);
                columns.add(new ColumnChart.Column(left, width, parts, tip));
                left += width;
            }
        }
        return new ColumnChart("Jobs by the time they ended and by outcome", columns, ticks, marks, HEIGHT);
    }

    /** Round times; a stretch after a break says its date first, which takes the room of the last time before it. */
    private static void addTicks(
            List<ColumnChart.Tick> ticks, TimeAxis axis, TimeAxis.Stretch stretch, double left, double width) {
        long apart = axis.tickMillis(TICKS);
        double free = left;
        if (!ticks.isEmpty()) {
            ticks.removeIf(tick -> tick.at() > left - DATE_ROOM);
            ticks.add(new ColumnChart.Tick(left, axis.date(stretch.first()), false));
            free = left + DATE_ROOM;
        }
        for (int i = 0; i < stretch.columns().size(); i++) {
            long index = stretch.first() + i;
            double at = left + i * width;
            if (at >= free && Math.floorMod(index * axis.widthMillis(), apart) == 0) {
                ticks.add(new ColumnChart.Tick(at, axis.time(index, apart), ticks.size() % 2 == 1));
            }
        }
    }

    private static List<Part> parts(BandCounts counts) {
        List<Part> parts = new ArrayList<>();
        for (Band band : Band.values()) {
            parts.add(Part.of(band, counts.of(band)));
        }
        return parts;
    }

    private static void legend(Html html, Facts facts) {
        html.open("ul", "class", "legend");
        for (Band band : Band.values()) {
            if (facts.digest().count(band) > 0) {
                html.open("li");
                Section.swatch(html, band.style());
                html.text(band.label()).close("li");
            }
        }
        html.close("ul");
    }

    private static void table(Html html, TimeAxis axis) {
        List<Band> seen = new ArrayList<>();
        for (Band band : Band.values()) {
            if (axis.stretches().stream()
                    .flatMap(stretch -> stretch.columns().stream())
                    .anyMatch(counts -> counts.of(band) > 0)) {
                seen.add(band);
            }
        }
        Section.openFolded(html, "The same as a table");
        html.open("table");
        List<String> titles = new ArrayList<>(List.of("From (UTC)"));
        seen.forEach(band -> titles.add("#" + band.label()));
        Section.head(html, "Jobs by the time they ended", titles.toArray(String[]::new));
        html.open("tbody");
        for (TimeAxis.Stretch stretch : axis.stretches()) {
            for (int i = 0; i < stretch.columns().size(); i++) {
                BandCounts counts = stretch.columns().get(i);
                html.open("tr").leaf("th", axis.time(stretch.first() + i), "scope", "row", "class", "nowrap");
                seen.forEach(band -> Section.number(html, Figures.count(counts.of(band))));
                html.close("tr");
            }
        }
        html.close("tbody").close("table");
        Section.closeFolded(html);
    }
}
