package dev.assay.runtime;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 200ms}, {@code 1.5s}, {@code 2m}, {@code 1h30m}, or ISO-8601 {@code PT2S}. */
public final class DurationText {
    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");

    private DurationText() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException naming the text and what was expected
     */
    public static Duration parse(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (plain.equals("0")) {
            return Duration.ZERO;
        }
        if (!WHOLE.matcher(plain).matches()) {
            return iso(text);
        }
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(plain);
        while (part.find()) {
            sum = sum.plusNanos(Math.round(Double.parseDouble(part.group(1)) * nanos(part.group(2))));
        }
        return sum;
    }

    private static double nanos(String unit) {
        return switch (unit) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            case "h" -> 3_600e9;
            default -> 86_400e9;
        };
    }

    private static Duration iso(String text) {
        try {
            return Duration.parse(text.strip());
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(text + " (expected: a duration such as 200ms, 1.5s, 2m or 1h30m)", e);
        }
    }
}
