package dev.assay.scorer.report;

import dev.assay.schemas.Percentiles;
import dev.assay.scorer.fold.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long the calls took, and how long people waited: the difference is waiting in the queue and for permits. */
final class LatencySection {
    private static final int HEIGHT = 90;
    private static final int COLUMNS = 48;
    private static final int TICKS = 7;
    private static final String STYLE = "c-time";
    private static final long[] ROUND = {
        0,
        1,
        2,
        5,
        10,
        20,
        50,
        100,
        200,
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        20_000,
        30_000,
        60_000,
        120_000,
        300_000,
        600_000,
        1_800_000,
        3_600_000,
        7_200_000,
        21_600_000,
        43_200_000,
        86_400_000L,
        2 * 86_400_000L,
        7 * 86_400_000L,
        30 * 86_400_000L,
        100 * 86_400_000L,
        365 * 86_400_000L
    };

    private LatencySection() {}

    static void write(Html html, Facts facts) {
        Percentiles call = facts.summary().getCallTime();
        Percentiles turnaround = facts.summary().getTurnaround();
        Section.open(html, "latency", "Latency", lead(call, turnaround));
        LatencyHistogram calls = facts.digest().callTime();
        LatencyHistogram waits = facts.digest().turnaround();
        if (calls.count() + waits.count() == 0) {
            Section.nothing(html, "No job has ended yet, so there are no durations.");
        } else {
            Range range = Range.of(calls, waits);
            chart(html, "Time in calls, all attempts of a job together", calls, call, range);
            chart(html, "Turnaround, from enqueueing to the result", waits, turnaround, range);
            html.leaf(
                    "p",
                    "Both are drawn on the same scale, on which long durations are pressed together.",
                    "class",
                    "quiet");
        }
        table(html, call, turnaround);
        Section.close(html);
    }

    private static String lead(Percentiles call, Percentiles turnaround) {
        if (turnaround.getCount() == 0) {
            return "No job has ended yet.";
        }
        String waited = "Half of the jobs were done within " + Figures.millis(turnaround.getP50Millis());
        return call.getCount() == 0
                ? waited + ". No call was made."
                : waited + ", of which calls took " + Figures.millis(call.getP50Millis()) + " in the median.";
    }

    /** The buckets that are drawn, some to a column. */
    private record Range(int first, int columns, int bucketsAColumn) {
        static Range of(LatencyHistogram... histograms) {
            int first = Integer.MAX_VALUE;
            int last = 0;
            for (LatencyHistogram histogram : histograms) {
                for (int bucket = 0; bucket < LatencyHistogram.buckets(); bucket++) {
                    if (histogram.countOf(bucket) > 0) {
                        first = Math.min(first, bucket);
                        last = Math.max(last, bucket);
                    }
                }
            }
            first = Math.max(0, first - 2);
            last = Math.min(LatencyHistogram.buckets() - 1, Math.max(last + 2, first + 12));
            int each = Math.ceilDiv(last - first + 1, COLUMNS);
            return new Range(first, Math.ceilDiv(last - first + 1, each), each);
        }

        int end() {
            return Math.min(LatencyHistogram.buckets(), first + columns * bucketsAColumn);
        }

        /** Where a duration lies on the line, in percent. */
        double at(long millis) {
            double bucket = LatencyHistogram.bucketOf(millis) - first + 0.5;
            return Math.max(0, Math.min(100, 100 * bucket / (columns * bucketsAColumn)));
        }

        boolean holds(long millis) {
            int bucket = LatencyHistogram.bucketOf(millis);
            return bucket >= first && bucket < end();
        }
    }

    private static void chart(
            Html html, String title, LatencyHistogram histogram, Percentiles percentiles, Range range) {
        html.open("figure").leaf("figcaption", title, "class", "above");
        if (histogram.count() == 0) {
            Section.nothing(html, "None.");
        } else {
            new ColumnChart(title, columns(histogram, range), ticks(range), marks(percentiles, range), HEIGHT)
                    .draw(html);
        }
        html.close("figure");
    }

    private static List<ColumnChart.Column> columns(LatencyHistogram histogram, Range range) {
        List<ColumnChart.Column> columns = new ArrayList<>();
        double width = 100.0 / range.columns();
        for (int i = 0; i < range.columns(); i++) {
            int from = range.first() + i * range.bucketsAColumn();
            int to = Math.min(range.end(), from + range.bucketsAColumn());
            long jobs = 0;
            for (int bucket = from; bucket < to; bucket++) {
                jobs += histogram.countOf(bucket);
            }
            long above = from == 0 ? 0 : LatencyHistogram.boundOf(from - 1);
            String tip = "over " + Figures.millis(above) + " to " + Figures.millis(LatencyHistogram.boundOf(to - 1))
                    + ": " + Figures.counted(jobs, "job");
            columns.add(new ColumnChart.Column(i * width, width, List.of(new Part("jobs", STYLE, jobs)), tip));
        }
        return columns;
    }

    private static List<ColumnChart.Tick> ticks(Range range) {
        List<ColumnChart.Tick> ticks = new ArrayList<>();
        double apart = 100.0 / (TICKS + 1);
        double last = -apart;
        for (long millis : ROUND) {
            if (range.holds(millis) && range.at(millis) - last >= apart) {
                last = range.at(millis);
                ticks.add(new ColumnChart.Tick(last, Figures.millis(millis), ticks.size() % 2 == 1));
            }
        }
        return ticks;
    }

    private static List<ColumnChart.Mark> marks(Percentiles percentiles, Range range) {
        List<ColumnChart.Mark> marks = new ArrayList<>();
        mark(marks, range, "p50", percentiles.getP50Millis());
        mark(marks, range, "p95", percentiles.getP95Millis());
        mark(marks, range, "p99", percentiles.getP99Millis());
        return marks;
    }

    private static void mark(List<ColumnChart.Mark> marks, Range range, String name, @Nullable Long millis) {
        if (millis != null) {
            marks.add(new ColumnChart.Mark(range.at(millis), name + "\u00A0" + Figures.millis(millis), marks.size()));
        }
    }

    private static void table(Html html, Percentiles call, Percentiles turnaround) {
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "Latency percentiles", "Duration", "#Jobs", "#p50", "#p95", "#p99");
        html.open("tbody");
        row(html, "Time in calls", call);
        row(html, "Turnaround", turnaround);
        html.close("tbody").close("table").close("div");
    }

    private static void row(Html html, String name, Percentiles percentiles) {
        html.open("tr").leaf("th", name, "scope", "row");
        Section.number(html, Figures.count(percentiles.getCount()));
        Section.number(html, Figures.millis(percentiles.getP50Millis()));
        Section.number(html, Figures.millis(percentiles.getP95Millis()));
        Section.number(html, Figures.millis(percentiles.getP99Millis()));
        html.close("tr");
    }
}
