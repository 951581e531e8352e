package dev.assay.scorer.report;

/**
 * Text from strangers made fit for a page: what XML forbids and what would reorder the text around it becomes
 * visible. Prompts and answers hold anything at all.
 */
final class SafeText {
    private SafeText() {}

    /**
     * The same text with control characters, lone surrogates and bidirectional overrides replaced by something that
     * shows. Right-to-left text itself stays as it is.
     */
    static String clean(String text) {
        int at = firstStrange(text);
        if (at == text.length()) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length() + 16).append(text, 0, at);
        while (at < text.length()) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            if (point == '\r') {
                boolean endsLine = at >= text.length() || text.charAt(at) != '\n';
                clean.append(endsLine ? "\n" : "");
            } else if (isControl(point)) {
                clean.appendCodePoint(point < 0x20 ? 0x2400 + point : point == 0x7F ? 0x2421 : 0xFFFD);
            } else if (reorders(point)) {
                clean.append("[U+")
                        .append(Integer.toHexString(point).toUpperCase(java.util.Locale.ROOT))
                        .append(']');
            } else if (isForbidden(point)) {
                clean.append('\uFFFD');
            } else {
                clean.appendCodePoint(point);
            }
        }
        return clean.toString();
    }

    /**
     * The beginning of a text, at most {@code max} characters; a cut is marked by an ellipsis and never splits a
     * character.
     */
    static String beginning(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
        return text.substring(0, end) + "…";
    }

    private static int firstStrange(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || isControl(c) || reorders(c) || isForbidden(c)) {
                return i;
            }
        }
        return text.length();
    }

    private static boolean isControl(int point) {
        boolean isSpace = point == '\n' || point == '\t';
        return (point < 0x20 && !isSpace) || (point >= 0x7F && point <= 0x9F);
    }

    /** Embeddings, overrides and isolates: the text on the page would not be in the order of its characters. */
    private static boolean reorders(int point) {
        return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    }

    private static boolean isForbidden(int point) {
        return (point >= 0xD800 && point <= 0xDFFF) || (point & 0xFFFE) == 0xFFFE;
    }
}
