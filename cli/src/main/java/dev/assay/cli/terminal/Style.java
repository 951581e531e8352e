package dev.assay.cli.terminal;

/** Colours and glyphs, or none where they would be noise in a file. */
public final class Style {
    /** Neither colours nor glyphs beyond ASCII. */
    public static final Style PLAIN = new Style(false, false);

    private static final String RESET = "\u001b[0m";

    private final boolean colour;
    private final boolean unicode;

    public Style(boolean colour, boolean unicode) {
        this.colour = colour;
        this.unicode = unicode;
    }

    public String bold(String text) {
        return paint("1", text);
    }

    public String dim(String text) {
        return paint("2", text);
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    public String blue(String text) {
        return paint("34", text);
    }

    public String cyan(String text) {
        return paint("36", text);
    }

    public String tick() {
        return unicode ? "✓" : "ok";
    }

    public String cross() {
        return unicode ? "✗" : "x";
    }

    public String dash() {
        return unicode ? "–" : "-";
    }

    public String bullet() {
        return unicode ? "●" : "*";
    }

    /** A horizontal rule of that many columns. */
    public String rule(int columns) {
        return dim((unicode ? "─" : "-").repeat(Math.max(0, columns)));
    }

    boolean unicode() {
        return unicode;
    }

    private String paint(String code, String text) {
        return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
    }
}
