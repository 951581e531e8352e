package dev.assay.cli.failon;

import dev.assay.schemas.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Thresholds as the command line gives them: {@code cap-hits=5%,unscored=2%,pass-rate<80%}. {@code =} and {@code >} say
 * how much is too much to exceed, {@code <} what is too little to fall short of; a number without {@code %} counts jobs.
 */
public record FailOn(List<Threshold> thresholds) {
    public static final FailOn NOTHING = new FailOn(List.of());

    private static final Pattern PART = Pattern.compile("\\s*([a-z-]*)\\s*([=<>]?)\\s*(.*?)\\s*");
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)\\s*(%?)");

    public FailOn {
        thresholds = List.copyOf(thresholds);
    }

    /** @throws IllegalArgumentException naming the character at which the text goes wrong, and what was expected */
    public static FailOn parse(String text) {
        List<Threshold> thresholds = new ArrayList<>();
        int start = 0;
        for (String part : text.split(",", -1)) {
            thresholds.add(threshold(part, start));
            start += part.length() + 1;
        }
        return new FailOn(thresholds);
    }

    /** How a run stands to each; without a summary as one without any job. */
    public List<Standing> of(@Nullable RunSummary summary) {
        return summary == null
                ? List.of()
                : thresholds.stream().map(threshold -> threshold.of(summary)).toList();
    }

    private static Threshold threshold(String part, int start) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw bad(start, part, "expected: NAME=MAX or NAME<MIN");
        }
        Measure measure = Measure.named(matcher.group(1))
                .orElseThrow(() -> bad(start + matcher.start(1), part.strip(), "expected: " + names()));
        if (matcher.group(2).isEmpty()) {
            throw bad(start + matcher.start(2), matcher.group(3), "expected: =, > or < behind " + measure.label());
        }
        Matcher number = NUMBER.matcher(matcher.group(3));
        if (!number.matches()) {
            throw bad(
                    start + matcher.start(3),
                    matcher.group(3),
                    "expected: a percentage such as 5%, or a count of jobs such as 3");
        }
        boolean isShare = !number.group(2).isEmpty();
        double bound = Double.parseDouble(number.group(1));
        if (isShare && bound > 100) {
            throw bad(start + matcher.start(3), matcher.group(3), "expected: 0% to 100%");
        }
        return new Threshold(
                measure, matcher.group(2).equals("<"), matcher.group(3), isShare ? bound / 100 : bound, isShare);
    }

    private static IllegalArgumentException bad(int at, String found, String expected) {
        return new IllegalArgumentException("fail-on: character " + (at + 1) + ": '" + found + "' (" + expected + ")");
    }

    private static String names() {
        return Arrays.stream(Measure.values()).map(Measure::label).collect(Collectors.joining(", "));
    }
}
