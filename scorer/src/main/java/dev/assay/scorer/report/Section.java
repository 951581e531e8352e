package dev.assay.scorer.report;

/** The frame that every section has: a heading with a sentence on one side, what it shows on the other. */
final class Section {
    private Section() {}

    /**
     * Opens one; {@link #close} ends it.
     *
     * @param id for links to it
     * @param lead what to see in it, in a sentence
     */
    static void open(Html html, String id, String title, String lead) {
        html.open("section", "id", id, "aria-labelledby", id + "-title");
        html.open("div", "class", "side");
        html.leaf("h2", title, "id", id + "-title");
        html.leaf("p", lead, "class", "lead");
        html.close("div").open("div", "class", "body");
    }

    static void close(Html html) {
        html.close("div").close("section");
    }

    /**
     * The head row of a table.
     *
     * @param caption what the table shows, for those who do not see it
     * @param titles of the columns; one that begins with {@code #} heads numbers, one that begins with {@code ~} (after
     *     the {@code #}) gives way on narrow screens, as its cells do
     */
    static void head(Html html, String caption, String... titles) {
        html.leaf("caption", caption).open("thead").open("tr");
        for (String title : titles) {
            boolean isNumber = title.startsWith("#");
            String rest = isNumber ? title.substring(1) : title;
            boolean givesWay = rest.startsWith("~");
            String text = givesWay ? rest.substring(1) : rest;
            String style = ((isNumber ? "n" : "") + (givesWay ? " wide" : "")).strip();
            if (style.isEmpty()) {
                html.leaf("th", text, "scope", "col");
            } else {
                html.leaf("th", text, "scope", "col", "class", style);
            }
        }
        html.close("tr").close("thead");
    }

    /** A cell with a number. */
    static void number(Html html, String number) {
        html.leaf("td", number, "class", "n");
    }

    /** A cell with a number that gives way on narrow screens. */
    static void wideNumber(Html html, String number) {
        html.leaf("td", number, "class", "n wide");
    }

    /** The coloured square of a part, decoration only: its name stands beside it. */
    static void swatch(Html html, String style) {
        html.open("i", "class", "swatch " + style, "aria-hidden", "true").close("i");
    }

    /** A chart's table, folded away: the same numbers for those who cannot see the chart or want to copy them. */
    static void openFolded(Html html, String what) {
        html.open("details", "class", "numbers").leaf("summary", what).open("div", "class", "scroll");
    }

    static void closeFolded(Html html) {
        html.close("div").close("details");
    }

    /** What stands in place of a chart that has nothing to show. */
    static void nothing(Html html, String why) {
        html.leaf("p", why, "class", "nothing");
    }
}
