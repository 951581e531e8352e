package dev.assay.scorer.report;

import java.util.List;

/**
 * Columns over a line, each one divided into parts. Places along the line are percent of its length, heights are
 * pixels: so the chart takes any width, and its texts keep their size.
 *
 * @param label what it shows, in words, for those who do not see it
 * @param columns the columns, left to right
 * @param ticks texts below the line
 * @param marks upright lines through the columns
 * @param height of the columns' area, in pixels
 */
record ColumnChart(String label, List<Column> columns, List<Tick> ticks, List<Mark> marks, int height) {
    private static final int ROW = 15;
    private static final int BELOW = 24;

    /** A column: where it begins and how wide it is in percent of the line, its parts from below, what it says. */
    record Column(double left, double width, List<Part> parts, String tip) {
        long sum() {
            return parts.stream().mapToLong(Part::count).sum();
        }
    }

    /** A text below the line; a minor one gives way on narrow screens. */
    record Tick(double at, String text, boolean isMinor) {}

    /** An upright line with its name above, in the row given from the top. */
    record Mark(double at, String text, int row) {}

    void draw(Html html) {
        long highest = columns.stream().mapToLong(Column::sum).max().orElse(0);
        Scale scale = Scale.upTo(highest);
        int above = 6 + ROW * (1 + marks.stream().mapToInt(Mark::row).max().orElse(-1));
        int base = above + height;
        String longest = Figures.count(scale.top());
        html.open("div", "class", "plot", "style", "--y: " + (longest.length() + 1) + "ch");
        html.open("svg", "width", "100%", "height", Figures.px(base + BELOW), "role", "img", "aria-label", label);
        for (long at = 0; at <= scale.top(); at += scale.step()) {
            String y = Figures.px(base - height * (double) at / scale.top());
            html.empty("line", "class", at == 0 ? "axis" : "grid", "x1", "0", "x2", "100%", "y1", y, "y2", y);
            html.leaf("text", Figures.count(at), "class", "tick y", "x", "0", "y", y, "dy", "4", "dx", "-8");
        }
        columns.forEach(column -> draw(html, column, scale, base));
        marks.forEach(mark -> draw(html, mark, base));
        ticks.forEach(tick -> draw(html, tick, base));
        html.close("svg").close("div");
    }

    private void draw(Html html, Column column, Scale scale, int base) {
        html.open("g", "class", "column", "data-tip", column.tip());
        String x = Figures.css(column.left() + column.width() * 0.06);
        String width = Figures.css(column.width() * 0.88);
        double y = base;
        for (Part part : column.parts()) {
            if (part.count() > 0) {
                double tall = Math.max(1.5, height * (double) part.count() / scale.top());
                y -= tall;
                html.empty(
                        "rect",
                        "class",
                        part.style(),
                        "x",
                        x,
                        "y",
                        Figures.px(y),
                        "width",
                        width,
                        "height",
                        Figures.px(tall));
            }
        }
        html.open(
                        "rect",
                        "class",
                        "hit",
                        "x",
                        Figures.css(column.left()),
                        "y",
                        Figures.px(base - height),
                        "width",
                        Figures.css(column.width()),
                        "height",
                        Figures.px(height))
                .leaf("title", column.tip())
                .close("rect")
                .close("g");
    }

    private static void draw(Html html, Mark mark, int base) {
        String x = Figures.css(mark.at());
        String y = Figures.px(6 + ROW * mark.row());
        html.empty("line", "class", "mark", "x1", x, "x2", x, "y1", y, "y2", Figures.px(base));
        boolean isRight = mark.at() > 70;
        html.leaf(
                "text",
                mark.text(),
                "class",
                "tick name",
                "x",
                x,
                "y",
                y,
                "dy",
                "9",
                "dx",
                isRight ? "-5" : "5",
                "text-anchor",
                isRight ? "end" : "start");
    }

    private static void draw(Html html, Tick tick, int base) {
        String x = Figures.css(tick.at());
        html.empty("line", "class", "axis", "x1", x, "x2", x, "y1", Figures.px(base), "y2", Figures.px(base + 4));
        String anchor = tick.at() < 3 ? "start" : tick.at() > 94 ? "end" : "middle";
        html.leaf(
                "text",
                tick.text(),
                "class",
                tick.isMinor() ? "tick minor" : "tick",
                "x",
                x,
                "y",
                Figures.px(base + 18),
                "text-anchor",
                anchor);
    }

    /** Whole numbers up the side: at most five lines, at steps of 1, 2 or 5 times a power of ten. */
    record Scale(long step, long top) {
        static Scale upTo(long highest) {
            long power = 1;
            while (true) {
                for (long factor : new long[] {1, 2, 5}) {
                    long step = factor * power;
                    if (Math.ceilDiv(highest, step) <= 4) {
                        return new Scale(step, step * Math.max(1, Math.ceilDiv(highest, step)));
                    }
                }
                power *= 10;
            }
        }
    }
}
