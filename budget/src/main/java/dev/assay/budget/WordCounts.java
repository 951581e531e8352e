package dev.assay.budget;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts a text word by word and remembers what each word came to, because the words of an evaluation's prompts repeat
 * and a tokenizer needs some 300 ns for each character.
 *
 * <p>The sum is the count of the whole text: both vocabularies cut a text before a space that follows anything but
 * white space, wherever it stands, and join tokens only between cuts. Each word has one slot, which the next word of
 * that slot takes. Shared by threads without a lock: a slot holds an entry that never changes, or none.
 */
final class WordCounts {
    /** Longer ones are rarely met again. */
    private static final int LONGEST_WORD = 24;

    /** A power of two; some 3 MB when all are taken. */
    private static final int SLOTS = 1 << 15;

    private final ToIntFunction<String> tokenizer;
    private final @Nullable Counted[] slots = new Counted[SLOTS];

    /** A word and its tokens. */
    private record Counted(String word, int tokens) {
        boolean isOf(String text, int from, int to) {
            return word.length() == to - from && text.startsWith(word, from);
        }
    }

    /** @param tokenizer tokens of a text */
    WordCounts(ToIntFunction<String> tokenizer) {
        this.tokenizer = tokenizer;
    }

    int count(String text) {
        int tokens = 0;
        int from = 0;
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ' ' && i > from && isVisibleAscii(text.charAt(i - 1))) {
                tokens += countWord(text, from, i, hash);
                from = i;
                hash = 0;
            }
            hash = 31 * hash + c;
        }
        return tokens + countWord(text, from, text.length(), hash);
    }

    private int countWord(String text, int from, int to, int hash) {
        if (to - from > LONGEST_WORD) {
            return tokenizer.applyAsInt(text.substring(from, to));
        }
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        Counted seen = slots[slot];
        if (seen != null && seen.isOf(text, from, to)) {
            return seen.tokens();
        }
        String word = text.substring(from, to);
        int tokens = tokenizer.applyAsInt(word);
        slots[slot] = new Counted(word, tokens);
        return tokens;
    }

    private static boolean isVisibleAscii(char c) {
        return c > ' ' && c < 0x7F;
    }
}
