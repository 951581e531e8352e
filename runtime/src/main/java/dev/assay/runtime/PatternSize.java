package dev.assay.runtime;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A bound on how large a pattern becomes when its counted repetitions are unrolled, from its text alone. Nested ones
 * multiply ({@code ((a{100}){100}){100}} is a million steps), and the compiler would run out of memory before it could
 * tell how large the program is.
 */
final class PatternSize {
    private static final long MOST = Integer.MAX_VALUE;

    private final String regex;
    private final Deque<Long> outer = new ArrayDeque<>();
    private long sequence;
    private long last;

    private PatternSize(String regex) {
        this.regex = regex;
    }

    /** Steps, at most {@link Integer#MAX_VALUE}. */
    static long of(String regex) {
        return new PatternSize(regex).measure();
    }

    private long measure() {
        for (int i = 0; i < regex.length(); i++) {
            switch (regex.charAt(i)) {
                case '\\' -> i = escape(i);
                case '[' -> i = characterClass(i);
                case '(' -> {
                    outer.push(sum(sequence, last));
                    sequence = 0;
                    last = 0;
                }
                case ')' -> {
                    last = sum(sum(sequence, last), 2);
                    sequence = outer.isEmpty() ? 0 : outer.pop();
                }
                case '{' -> last = Math.min(MOST, last * count(i + 1));
                default -> atom();
            }
        }
        long size = sum(sequence, last);
        for (long open : outer) {
            size = sum(size, open);
        }
        return size;
    }

    private void atom() {
        sequence = sum(sequence, last);
        last = 1;
    }

    /** @return where the escape ends */
    private int escape(int at) {
        atom();
        if (regex.startsWith("\\Q", at)) {
            int end = regex.indexOf("\\E", at + 2);
            int quoted = (end < 0 ? regex.length() : end) - at - 2;
            sequence = sum(sequence, quoted);
            return end < 0 ? regex.length() : end + 1;
        }
        return at + 1;
    }

    /** @return where the class ends; the bracket itself where it has no end, which the compiler will refuse */
    private int characterClass(int at) {
        atom();
        int i = at + 1;
        if (i < regex.length() && regex.charAt(i) == '^') {
            i++;
        }
        if (i < regex.length() && regex.charAt(i) == ']') {
            i++;
        }
        for (; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\') {
                i++;
            } else if (regex.startsWith("[:", i) && regex.indexOf(":]", i) > 0) {
                i = regex.indexOf(":]", i) + 1;
            } else if (c == ']') {
                return i;
            }
        }
        return at;
    }

    /** The larger bound of a repetition that starts here; 1 where the brace starts none. */
    private long count(int from) {
        long largest = 1;
        long number = 0;
        for (int i = from; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c >= '0' && c <= '9') {
                number = Math.min(number * 10 + (c - '0'), 1_000_000);
            } else if (c == ',' || c == '}') {
                largest = Math.max(largest, number);
                number = 0;
                if (c == '}') {
                    return largest;
                }
            } else {
                return 1;
            }
        }
        return 1;
    }

    private static long sum(long a, long b) {
        return Math.min(MOST, a + b);
    }
}
