package dev.assay.worker.failure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.Stream;

/** How long a provider asks to wait: {@code retry-after-ms}, or {@code Retry-After} in seconds or as an HTTP date. */
final class WaitHint {
    private WaitHint() {}

    /** The larger of the hints; empty when there is none that can be read. */
    static Optional<Duration> read(ResponseHeaders headers, Instant now) {
        Optional<Duration> millis = headers.first("retry-after-ms").flatMap(text -> number(text, 1));
        Optional<Duration> seconds =
                headers.first("retry-after").flatMap(text -> number(text, 1_000).or(() -> until(text, now)));
        return Stream.of(millis, seconds).flatMap(Optional::stream).max(Duration::compareTo);
    }

    private static Optional<Duration> number(String text, int millisPerUnit) {
        try {
            double value = Double.parseDouble(text.strip());
            boolean isUsable = value >= 0 && value < Integer.MAX_VALUE;
            return isUsable ? Optional.of(Duration.ofMillis((long) (value * millisPerUnit))) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> until(String text, Instant now) {
        try {
            Instant then = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(then.isBefore(now) ? Duration.ZERO : Duration.between(now, then));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
