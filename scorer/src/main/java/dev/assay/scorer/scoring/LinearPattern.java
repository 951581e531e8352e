package dev.assay.scorer.scoring;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * A regular expression whose matching takes time linear in the text: RE2 syntax, so no look-around and no
 * back-references. The backtracking engine of the JDK would let one pattern hold a stream thread for hours, and a time
 * limit on it would make the same answer score differently on a busy machine; here the work is known beforehand.
 */
final class LinearPattern {
    static final int MAX_LENGTH = 2_000;
    /** Instructions of the compiled pattern; counted repetitions are unrolled into them. */
    static final int MAX_PROGRAM = 20_000;
    /** Instructions times characters: about a second at worst. */
    static final long MAX_WORK = 50_000_000;

    private final Pattern pattern;

    private LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles it.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static LinearPattern compile(String regex) {
        if (regex.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("longer than " + MAX_LENGTH + " characters");
        }
        if (unrolled(regex) > MAX_PROGRAM) {
            throw new IllegalArgumentException("its counted repetitions unroll to more than " + MAX_PROGRAM + " steps");
        }
        try {
            Pattern pattern = Pattern.compile(regex);
            if (pattern.programSize() > MAX_PROGRAM) {
                throw new IllegalArgumentException("compiles to more than " + MAX_PROGRAM + " steps");
            }
            return new LinearPattern(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    e.getDescription() + ": '" + e.getPattern() + "' (RE2 syntax: no look-around, no back-references)",
                    e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("nested too deeply", e);
        }
    }

    boolean isAffordable(String text) {
        return (long) pattern.programSize() * text.length() <= MAX_WORK;
    }

    /** The first match in the text; the caller has asked {@link #isAffordable}. */
    Optional<String> find(String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    boolean matchesWhole(String text) {
        return pattern.matches(text);
    }

    /**
     * A bound on the compiled size, from the text alone: nested counted repetitions multiply, and the compiler would
     * run out of memory before it could say how large the program became.
     */
    private static long unrolled(String regex) {
        long product = Math.max(1, regex.length());
        for (int i = 0; i < regex.length() && product <= MAX_PROGRAM; i++) {
            if (regex.charAt(i) == '\\') {
                i++;
            } else if (regex.charAt(i) == '{') {
                product *= Math.max(1, largestCount(regex, i + 1));
            }
        }
        return product;
    }

    private static long largestCount(String regex, int from) {
        long largest = 1;
        long number = 0;
        for (int i = from; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c >= '0' && c <= '9') {
                number = Math.min(number * 10 + (c - '0'), MAX_PROGRAM + 1L);
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
}
