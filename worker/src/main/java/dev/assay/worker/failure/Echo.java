package dev.assay.worker.failure;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds in a text what it repeats of a prompt. Only letters and digits are compared, so that escapes, line breaks and
 * case hide nothing; a run of {@link #SHORTEST} of them is an echo, shorter ones are common words. One pass over each.
 */
final class Echo {
    /** Shortest run that counts, in letters and digits. */
    static final int SHORTEST = 24;

    private static final String MASK = "[prompt]";
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private Echo() {}

    /** The text with every run that the prompt has too replaced by a mark. */
    static String masked(String text, String prompt) {
        Folded folded = Folded.of(text);
        Folded source = Folded.of(prompt);
        if (folded.length() < SHORTEST || source.length() < SHORTEST) {
            return text;
        }
        Set<Long> known = new HashSet<>();
        folded.eachRun((end, hash) -> known.add(hash));
        Set<Long> echoed = new HashSet<>();
        source.eachRun((end, hash) -> {
            if (known.contains(hash)) {
                echoed.add(hash);
            }
        });
        if (echoed.isEmpty()) {
            return text;
        }
        boolean[] covered = new boolean[text.length()];
        folded.eachRun((end, hash) -> {
            if (echoed.contains(hash)) {
                Arrays.fill(covered, folded.at[end - SHORTEST + 1], folded.at[end] + 1, true);
            }
        });
        return withMarks(text, covered);
    }

    private static String withMarks(String text, boolean[] covered) {
        StringBuilder masked = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (!covered[i]) {
                masked.append(text.charAt(i));
            } else if (i == 0 || !covered[i - 1]) {
                masked.append(MASK);
            }
        }
        return masked.toString();
    }

    private interface Run {
        /** @param end index of the run's last letter among the folded ones */
        void at(int end, long hash);
    }

    /** Letters and digits of a text, lower case, and where each stands. */
    private static final class Folded {
        private final char[] letters;
        private final int[] at;
        private int length;

        private Folded(int capacity) {
            letters = new char[capacity];
            at = new int[capacity];
        }

        static Folded of(String text) {
            Folded folded = new Folded(text.length());
            for (int i = 0; i < text.length(); i++) {
                char letter = text.charAt(i);
                if (letter == '\\') {
                    i = folded.escape(text, i);
                } else {
                    folded.add(letter, i);
                }
            }
            return folded;
        }

        int length() {
            return length;
        }

        /** Reads an escape and returns where it ends: a code stands for its letter, all others for no letter. */
        private int escape(String text, int from) {
            int i = from;
            while (i < text.length() && text.charAt(i) == '\\') {
                i++;
            }
            if (i < text.length() && text.charAt(i) == 'u' && i + 4 < text.length()) {
                int code = 0;
                for (int k = 1; k <= 4; k++) {
                    int digit = Character.digit(text.charAt(i + k), 16);
                    code = digit < 0 || code < 0 ? -1 : code * 16 + digit;
                }
                if (code >= 0) {
                    add((char) code, i + 4);
                    return i + 4;
                }
            }
            boolean isLetter = i < text.length() && "ntrbf".indexOf(text.charAt(i)) < 0;
            return isLetter ? i - 1 : i;
        }

        private void add(char letter, int index) {
            if (Character.isLetterOrDigit(letter)) {
                letters[length] = Character.toLowerCase(letter);
                at[length++] = index;
            }
        }

        /** Calls for each run of {@link #SHORTEST} letters, with a hash that rolls along. */
        void eachRun(Run run) {
            long top = 1;
            for (int i = 1; i < SHORTEST; i++) {
                top *= FACTOR;
            }
            long hash = 0;
            for (int i = 0; i < length; i++) {
                if (i >= SHORTEST) {
                    hash -= (letters[i - SHORTEST] + 1L) * top;
                }
                hash = hash * FACTOR + letters[i] + 1L;
                if (i >= SHORTEST - 1) {
                    run.at(i, hash);
                }
            }
        }
    }
}
