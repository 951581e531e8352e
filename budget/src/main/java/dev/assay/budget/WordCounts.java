package dev.assay.budget;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToIntFunction;

/**
 * Counts a text word by word and remembers what each word came to, because the words of an evaluation's prompts repeat
 * and a tokenizer needs some 300 ns for each character.
 *
 * <p>The sum is the count of the whole text: both vocabularies cut a text before a space that follows anything but
 * white space, wherever it stands, and join tokens only between cuts. Shared by threads.
 */
final class WordCounts {
    /** Longer ones are rarely met again. */
    private static final int LONGEST_WORD = 24;

    /** Some 3 MB; then all are forgotten, and the frequent ones are soon there again. */
    private static final int MOST_WORDS = 32_768;

    private final ToIntFunction<String> tokenizer;
    private final ConcurrentMap<String, Integer> known = new ConcurrentHashMap<>();

    /** @param tokenizer tokens of a text */
    WordCounts(ToIntFunction<String> tokenizer) {
        this.tokenizer = tokenizer;
    }

    int count(String text) {
        int tokens = 0;
        int from = 0;
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i) == ' ' && isVisibleAscii(text.charAt(i - 1))) {
                tokens += countWord(text.substring(from, i));
                from = i;
            }
        }
        return tokens + countWord(text.substring(from));
    }

    int remembered() {
        return known.size();
    }

    private int countWord(String word) {
        if (word.length() > LONGEST_WORD) {
            return tokenizer.applyAsInt(word);
        }
        Integer seen = known.get(word);
        if (seen != null) {
            return seen;
        }
        int tokens = tokenizer.applyAsInt(word);
        if (known.size() >= MOST_WORDS) {
            known.clear();
        }
        known.put(word, tokens);
        return tokens;
    }

    private static boolean isVisibleAscii(char c) {
        return c > ' ' && c < 0x7F;
    }
}
