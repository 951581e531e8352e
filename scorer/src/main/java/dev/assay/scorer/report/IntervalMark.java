package dev.assay.scorer.report;

import dev.assay.scorer.fold.Wilson;
import java.util.List;

/**
 * Shares of 1 with their intervals, each a mark on a band on a line. The line shows as much of 0 to 100 % as the
 * intervals need and says which part: on the whole of it the interval of a large run is thinner than the mark.
 *
 * @param low lower end of the line, in percent
 * @param high upper end of the line, in percent
 */
record IntervalMark(int low, int high) {
    private static final int[] SPANS = {5, 10, 20, 50};
    private static final int WHOLE = 100;
    /** An interval takes at most this share of the line. */
    private static final double ROOM = 0.6;

    /** A line that has room for all of them. */
    static IntervalMark around(List<Wilson> intervals) {
        double from = intervals.stream().mapToDouble(Wilson::low).min().orElse(0) * WHOLE;
        double to = intervals.stream().mapToDouble(Wilson::high).max().orElse(1) * WHOLE;
        for (int span : SPANS) {
            int grid = span / 5;
            double middle = (from + to) / 2;
            int low = (int) Math.round((middle - span / 2.0) / grid) * grid;
            low = Math.max(0, Math.min(WHOLE - span, low));
            if (to - from <= span * ROOM && from >= low && to <= low + span) {
                return new IntervalMark(low, low + span);
            }
        }
        return new IntervalMark(0, WHOLE);
    }

    /** The large one, with its scale. */
    void drawLarge(Html html, double share, Wilson interval) {
        open(html, "interval", 58, share, interval);
        int step = (high - low) / (high - low == WHOLE ? 4 : 5);
        for (int percent = low; percent <= high; percent += step) {
            String x = place(percent / (double) WHOLE);
            html.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "4", "y2", "36");
            String anchor = percent == low ? "start" : percent == high ? "end" : "middle";
            html.leaf("text", percent + "\u00A0%", "class", "tick", "x", x, "y", "54", "text-anchor", anchor);
        }
        marks(html, share, interval, 20, 14, 26);
        html.close("svg");
    }

    /** The one for a row of a table, against the share of the whole run. */
    void drawSmall(Html html, double share, Wilson interval, double ofTheRun) {
        open(html, "interval-row", 18, share, interval);
        if (ofTheRun * WHOLE >= low && ofTheRun * WHOLE <= high) {
            String x = place(ofTheRun);
            html.empty("line", "class", "reference", "x1", x, "x2", x, "y1", "-9", "y2", "27");
        }
        marks(html, share, interval, 9, 8, 14);
        html.close("svg");
    }

    /** The part of 0 to 100 % that is drawn, for the head of a table. */
    String range() {
        return low + "–" + high + "\u00A0%";
    }

    private static void open(Html html, String style, int height, double share, Wilson interval) {
        html.open(
                "svg",
                "class",
                style,
                "width",
                "100%",
                "height",
                Figures.px(height),
                "role",
                "img",
                "aria-label",
                Figures.percent(share) + ", 95 % interval " + Figures.percent(interval.low()) + " to "
                        + Figures.percent(interval.high()));
    }

    private void marks(Html html, double share, Wilson interval, int middle, int thick, int tall) {
        String y = Figures.px(middle);
        html.empty("line", "class", "track", "x1", "0", "x2", "100%", "y1", y, "y2", y);
        html.empty(
                "rect",
                "class",
                "band",
                "x",
                place(interval.low()),
                "y",
                Figures.px(middle - thick / 2.0),
                "width",
                Figures.css((interval.high() - interval.low()) * WHOLE * WHOLE / (high - low)),
                "height",
                Figures.px(thick),
                "rx",
                Figures.px(thick / 2.0));
        html.empty(
                "line",
                "class",
                "dot",
                "x1",
                place(share),
                "x2",
                place(share),
                "y1",
                Figures.px(middle - tall / 2.0),
                "y2",
                Figures.px(middle + tall / 2.0));
    }

    private String place(double share) {
        return Figures.css((share * WHOLE - low) * WHOLE / (high - low));
    }
}
