package dev.assay.worker.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a provider asks to wait: the largest of what it says in {@code Retry-After}, in reset headers of limits of
 * which nothing remains, in fields of the error and in its words. Providers also send -1, 0 and times of no sense; these
 * are no hints.
 */
final class WaitHint {
    /** Longer hints are mistakes. */
    static final Duration LONGEST = Duration.ofDays(30);

    private static final int LONGEST_PROSE = 2_048;
    private static final Pattern RESET = Pattern.compile("(?:^|-)reset(?:-|$)");
    private static final Pattern PROSE = Pattern.compile(
            "(?i)\\b(?:try again|retry|retrying|wait|replenished|resets?|reset|available again|again|regain access)"
                    + "(?: your request)?(?: after| in| at| on|:)*:?\\s+(?:about |approximately |~)?"
                    + "((?:\\d{4}-\\d\\d-\\d\\d[T ](?:at )?[\\d:.]+ ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))"
                    + "|\\d{1,3}:\\d\\d:\\d\\d"
                    + "|(?:\\d+(?:\\.\\d+)?\\s*[a-zA-Z]+[,\\s]*(?:and )?){1,6})");

    private WaitHint() {}

    /** The largest hint of a response; empty when there is none. */
    static Optional<Duration> read(ResponseHeaders headers, Envelope envelope, Instant now) {
        List<Optional<Duration>> hints = new ArrayList<>();
        addHeaders(hints, headers.byName(), now);
        addHeaders(hints, fields(envelope.allWaits()), now);
        for (Optional<Envelope> one = Optional.of(envelope);
                one.isPresent();
                one = one.get().inner()) {
            if (one.get().shape() != BodyText.Shape.HTML) {
                hints.add(ofProse(one.get().message(), now));
            }
        }
        return hints.stream()
                .flatMap(Optional::stream)
                .filter(hint -> hint.isPositive() && hint.compareTo(LONGEST) <= 0)
                .max(Duration::compareTo);
    }

    /** Fields of a body in the names that headers have. */
    private static Map<String, String> fields(Map<String, String> waits) {
        Map<String, String> named = new HashMap<>();
        waits.forEach((name, value) -> named.put(
                switch (name) {
                    case "retrydelay", "retryafter", "retry_after", "retry_after_seconds", "resets_in_seconds" ->
                        "retry-after." + name;
                    case "retry_after_ms" -> "retry-after-ms";
                    case "resets_at", "reset_at" -> "body-reset." + name;
                    default -> name;
                },
                value));
        return named;
    }

    private static void addHeaders(List<Optional<Duration>> hints, Map<String, String> headers, Instant now) {
        headers.forEach((name, value) -> {
            if (name.equals("retry-after-ms") || name.equals("x-ms-retry-after-ms")) {
                hints.add(TimeText.number(value).map(TimeText::millis));
            } else if (name.startsWith("retry-after") || name.startsWith("body-reset")) {
                hints.add(TimeText.read(value, now));
            } else if (RESET.matcher(name).find() && isOfTheLimitHit(headers, name)) {
                hints.add(reset(name, value, now));
            }
        });
    }

    private static Optional<Duration> reset(String name, String value, Instant now) {
        return name.endsWith("-ms") ? TimeText.number(value).map(TimeText::millis) : TimeText.read(value, now);
    }

    /** Whether a reset header's own limit may be the one that was hit: not one that allows or has something left. */
    private static boolean isOfTheLimitHit(Map<String, String> headers, String name) {
        String left = headers.getOrDefault(name.replace("reset", "remaining"), "");
        String status = headers.getOrDefault(name.replace("reset", "status"), "");
        String used = headers.getOrDefault(name.replaceFirst("reset.*", "used-percent"), "");
        return TimeText.number(left).orElse(0.0) <= 0
                && !status.toLowerCase(Locale.ROOT).startsWith("allowed")
                && TimeText.number(used).orElse(100.0) >= 100;
    }

    private static Optional<Duration> ofProse(String message, Instant now) {
        String head = Words.unquoted(message.length() > LONGEST_PROSE ? message.substring(0, LONGEST_PROSE) : message);
        Matcher prose = PROSE.matcher(head);
        Optional<Duration> largest = Optional.empty();
        while (prose.find()) {
            Optional<Duration> hint = TimeText.read(prose.group(1), now);
            if (hint.isPresent() && (largest.isEmpty() || hint.get().compareTo(largest.get()) > 0)) {
                largest = hint;
            }
        }
        return largest;
    }
}
