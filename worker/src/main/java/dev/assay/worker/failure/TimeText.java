package dev.assay.worker.failure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span or a point of time in any spelling that providers use: seconds, Go's {@code 6m0s}, words, {@code 01:02:03},
 * seconds or milliseconds since 1970, RFC 3339, and the three forms of an HTTP date. A point of time is told as the span
 * from now to it, and a negative one when it is past.
 */
final class TimeText {
    private static final int LONGEST = 64;

    /** Numbers from here on are points of time: 2001 in seconds, and in milliseconds. */
    private static final double FIRST_EPOCH_SECOND = 1e9;

    private static final double FIRST_EPOCH_MILLI = 1e12;

    private static final double LONGEST_SECONDS = 1e14;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(?:\\.\\d{1,12})?");
    private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,12})?)\\s*([a-zµ]+)[,\\s]*(?:and )?");
    private static final Pattern CLOCK = Pattern.compile("(\\d{1,3}):(\\d\\d):(\\d\\d)");
    private static final Pattern DATE_AND_TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[T ](?:at )?(\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)"
                    + " ?(Z|UTC|GMT|[+-]\\d\\d:?\\d\\d)");

    private static final List<DateTimeFormatter> HTTP_DATES = List.of(
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss 'GMT'", Locale.US),
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US),
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.US));

    private TimeText() {}

    static Optional<Duration> read(String text, Instant now) {
        String plain = text.strip();
        if (plain.isEmpty() || plain.length() > LONGEST) {
            return Optional.empty();
        }
        return ofNumber(plain, now)
                .or(() -> ofParts(plain.toLowerCase(Locale.ROOT)))
                .or(() -> ofClock(plain))
                .or(() -> point(plain).map(then -> Duration.between(now, then)));
    }

    /** A plain number that is not negative; empty for everything else, also for what only Java calls a number. */
    static Optional<Double> number(String text) {
        String plain = text.strip();
        return NUMBER.matcher(plain).matches() ? Optional.of(Double.parseDouble(plain)) : Optional.empty();
    }

    static Duration millis(double millis) {
        return Duration.ofMillis((long) Math.ceil(Math.min(millis, LONGEST_SECONDS)));
    }

    private static Optional<Duration> ofNumber(String text, Instant now) {
        return number(text).map(value -> {
            if (value >= FIRST_EPOCH_MILLI) {
                return Duration.between(now, Instant.ofEpochMilli(value.longValue()));
            }
            if (value >= FIRST_EPOCH_SECOND) {
                return Duration.between(now, Instant.ofEpochSecond(value.longValue()));
            }
            return millis(value * 1_000);
        });
    }

    /** {@code 51m17.568s}, {@code 1 hour 2 minutes}, as far as units are known. */
    private static Optional<Duration> ofParts(String text) {
        Matcher part = PART.matcher(text);
        double millis = 0;
        int at = 0;
        while (part.find(at) && part.start() == at) {
            double unit = unit(part.group(2));
            if (unit == 0) {
                break;
            }
            millis += Double.parseDouble(part.group(1)) * unit;
            at = part.end();
        }
        boolean isRead = at > 0 && (at == text.length() || (part.find(at) && part.start() == at));
        return isRead ? Optional.of(millis(millis)) : Optional.empty();
    }

    private static double unit(String name) {
        return switch (name) {
            case "ns", "us", "µs" -> 0.001;
            case "ms", "msec", "msecs", "millisecond", "milliseconds" -> 1;
            case "s", "sec", "secs", "second", "seconds" -> 1_000;
            case "m", "min", "mins", "minute", "minutes" -> 60_000;
            case "h", "hr", "hrs", "hour", "hours" -> 3_600_000;
            case "d", "day", "days" -> 86_400_000;
            default -> 0;
        };
    }

    private static Optional<Duration> ofClock(String text) {
        Matcher clock = CLOCK.matcher(text);
        return clock.matches()
                ? Optional.of(Duration.ofHours(Long.parseLong(clock.group(1)))
                        .plusMinutes(Long.parseLong(clock.group(2)))
                        .plusSeconds(Long.parseLong(clock.group(3))))
                : Optional.empty();
    }

    /** A point of time written as a date; empty for all else. */
    static Optional<Instant> point(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher point = DATE_AND_TIME.matcher(text);
        if (point.matches()) {
            String zone = point.group(3).matches("Z|UTC|GMT") ? "Z" : point.group(3);
            String full = point.group(1) + "T" + point.group(2)
                    + (zone.length() == 5 ? zone.substring(0, 3) + ":" + zone.substring(3) : zone);
            return parsed(() -> OffsetDateTime.parse(full).toInstant());
        }
        String date = text.strip().replaceAll("\\s+", " ");
        return HTTP_DATES.stream()
                .flatMap(form -> parsed(() -> LocalDateTime.parse(date, form).toInstant(ZoneOffset.UTC)).stream())
                .findFirst();
    }

    private static Optional<Instant> parsed(Supplier<Instant> parsing) {
        try {
            return Optional.of(parsing.get());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
