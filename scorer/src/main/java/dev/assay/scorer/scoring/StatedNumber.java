package dev.assay.scorer.scoring;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number that an answer states to be its answer: {@code the answer is 18, found in 3 steps}, {@code Answer: **18**}.
 * The last statement counts. None counts where the answer goes on to correct itself ({@code wait}, {@code actually}), and
 * a number that only begins a term ({@code the answer is 9 * 2}) is not stated.
 */
final class StatedNumber {
    private static final Pattern ANNOUNCED = Pattern.compile(
            "(?i)(?<![a-z])answer[\\s*_]{0,4}(?:is|was|equals|=|:" + "|(?:would|should|must|will)\\s{1,3}be)(?![a-z])");
    /** What may stand between the statement and its number. */
    private static final Pattern GAP = Pattern.compile("(?i)(?:[^\\p{L}\\p{N}\\n"
        + "]|(?<![a-z])(?:about|approximately|approx|exactly|roughly|around|simply|just|therefore|thus|usd|[a-z](?=\\s{0,2}=)"
        + ")(?![a-z])){0,40}");

    private static final Pattern CORRECTED =
            Pattern.compile("(?i)(?<![a-z])(?:wait|actually|correction|scratch\\s{1,3}that"
                + "|sorry|mistaken?|instead|oops|hmm|on\\s{1,3}second\\s{1,3}thought|i\\s{1,3}mean|no[,:]|not\\s{1,3}right"
                + "|wrong|re-?check\\w{0,5}|re-?calculat\\w{1,5})(?![a-z])");
    private static final Pattern TERM =
            Pattern.compile("(?i)[\\s)}]{0,3}(?:(?:[-+*/×÷·^:,–]|\\\\div|times|plus|minus|divided"
                    + "\\s{1,3}by|multiplied\\s{1,3}by|over|or|and|to)\\s{0,3}[\\\\$(]{0,2}\\d|[=≈])");
    private static final int WINDOW = Rational.MAX_DIGITS + 100;

    private StatedNumber() {}

    /** The number; the text is in the form of {@link NumberText}. */
    static Optional<FoundNumber> in(String text) {
        Optional<FoundNumber> stated = Optional.empty();
        int end = 0;
        Matcher matcher = ANNOUNCED.matcher(text);
        while (matcher.find()) {
            String window = text.substring(matcher.end(), Math.min(text.length(), matcher.end() + WINDOW));
            Optional<FoundNumber> number = atOnce(window);
            if (number.isPresent()) {
                stated = number;
                end = matcher.end() + number.get().end();
            }
        }
        return stated.isPresent()
                        && CORRECTED.matcher(text).region(end, text.length()).find()
                ? Optional.empty()
                : stated;
    }

    private static Optional<FoundNumber> atOnce(String window) {
        List<FoundNumber> found = NumberScanner.scan(window);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        FoundNumber first = found.getFirst();
        boolean atOnce = !first.glued()
                && GAP.matcher(window).region(0, first.start()).matches()
                && !TERM.matcher(window).region(first.end(), window.length()).lookingAt();
        return atOnce ? Optional.of(first) : Optional.empty();
    }
}
