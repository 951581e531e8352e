package dev.assay.runtime;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * A regular expression whose matching takes time linear in the text: RE2 syntax, so no look-around and no
 * back-references. The backtracking engine of the JDK would let one pattern hold a stream thread for hours, and a time
 * limit on it would make the same answer score differently on a busy machine; here the work is known beforehand.
 */
public final class LinearPattern {
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
    public static LinearPattern compile(String regex) {
        if (regex.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("longer than " + MAX_LENGTH + " characters");
        }
        if (PatternSize.of(regex) > MAX_PROGRAM) {
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
                    e.getDescription() + " (expected: RE2 syntax, without look-around and back-references)", e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("nested too deeply", e);
        }
    }

    /** Whether matching this text is within the work that one text is allowed. */
    public boolean isAffordable(String text) {
        return (long) pattern.programSize() * text.length() <= MAX_WORK;
    }

    /** The first match in the text; the caller has asked {@link #isAffordable}. */
    public Optional<String> find(String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    /** Whether the pattern matches all of the text; the caller has asked {@link #isAffordable}. */
    public boolean matchesWhole(String text) {
        return pattern.matches(text);
    }
}
