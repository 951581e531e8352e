package dev.assay.scorer.report;

/** A table cell with a bar as long as a share; decoration, the number stands beside it. */
final class ShareCell {
    private ShareCell() {}

    static void draw(Html html, long part, long whole) {
        html.open("td", "class", "share", "aria-hidden", "true");
        double percent = whole == 0 ? 0 : Math.min(100, 100.0 * part / whole);
        html.open("svg", "width", "100%", "height", "8");
        html.empty("rect", "class", "c-track", "width", "100%", "height", "8", "rx", "2");
        html.empty("rect", "class", "c-time", "width", Figures.css(Math.max(0.8, percent)), "height", "8", "rx", "2");
        html.close("svg").close("td");
    }
}
