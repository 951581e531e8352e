package dev.assay.cli.terminal;

/** A horizontal bar of fixed width. */
public final class Bar {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private Bar() {}

    /**
     * @param fraction how much of it is full; what lies outside 0 to 1 is cut
     * @param width columns
     */
    public static String of(double fraction, int width, Style style) {
        double whole = Math.clamp(Double.isNaN(fraction) ? 0 : fraction, 0, 1) * width;
        int full = (int) whole;
        if (!style.unicode()) {
            return "#".repeat(full) + ".".repeat(width - full);
        }
        StringBuilder bar = new StringBuilder("█".repeat(full));
        int eighth = (int) ((whole - full) * 8);
        if (full < width && eighth > 0) {
            bar.append(EIGHTHS.charAt(eighth));
            full++;
        }
        return bar + style.dim("░".repeat(width - full));
    }
}
