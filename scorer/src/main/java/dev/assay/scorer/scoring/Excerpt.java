package dev.assay.scorer.scoring;

/** Bounded pieces of text for labels and explanations: on one line, never half a character. */
final class Excerpt {
    private static final String CUT = "…";

    private Excerpt() {}

    /** The first {@code max} characters of the text on one line; a cut is marked. */
    static String of(String text, int max) {
        int end = Math.min(text.length(), max);
        if (end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder line = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(Character.isWhitespace(c) || Character.isISOControl(c) ? ' ' : c);
        }
        return end < text.length() ? line.append(CUT).toString() : line.toString();
    }

    static String quoted(String text) {
        return "'" + of(text, 80) + "'";
    }
}
