package dev.assay.scorer.scoring;

import java.util.Locale;

/**
 * Folds case: upper, then lower case of each character by itself, so that {@code ß} is {@code ss} and every sigma the
 * same. Not by {@link String#toUpperCase()}, which copies the whole text again for each character that becomes two and
 * took a minute for an answer of 150,000 of them.
 */
final class CaseFold {
    private CaseFold() {}

    static String of(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (c < 128) {
                folded.append((char) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c));
            } else {
                folded.append(Character.toString(c).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
            }
            i += Character.charCount(c);
        }
        return folded.toString();
    }
}
