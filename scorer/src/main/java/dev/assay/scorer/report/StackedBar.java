package dev.assay.scorer.report;

import java.util.List;

/** One bar, divided. A part too small to see is drawn as wide as can be seen, at the cost of the others. */
final class StackedBar {
    private static final double LEAST_PERCENT = 0.5;

    private StackedBar() {}

    /**
     * Draws it.
     *
     * @param label what the bar shows; the parts are said after it
     * @param height in pixels
     */
    static void draw(Html html, String label, List<Part> parts, int height) {
        long sum = parts.stream().mapToLong(Part::count).sum();
        if (sum == 0) {
            return;
        }
        double widths = parts.stream().mapToDouble(part -> width(part, sum)).sum();
        html.open(
                "svg",
                "class",
                "bar",
                "width",
                "100%",
                "height",
                Figures.px(height),
                "role",
                "img",
                "aria-label",
                label + ": " + Part.inWords(parts));
        double x = 0;
        for (Part part : parts) {
            double width = width(part, sum) * 100 / widths;
            if (part.count() > 0) {
                html.open(
                                "rect",
                                "class",
                                part.style(),
                                "x",
                                Figures.css(x),
                                "y",
                                "0",
                                "width",
                                Figures.css(width),
                                "height",
                                "100%")
                        .leaf(
                                "title",
                                part.name() + ": " + Figures.count(part.count()) + " ("
                                        + Figures.percent(part.count(), sum) + ")")
                        .close("rect");
            }
            x += width;
        }
        html.close("svg");
    }

    private static double width(Part part, long sum) {
        return part.count() == 0 ? 0 : Math.max(LEAST_PERCENT, part.count() * 100.0 / sum);
    }
}
