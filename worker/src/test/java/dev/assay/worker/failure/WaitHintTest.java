package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitHintTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Retry-After | 45 | PT45S",
                "retry-after |  1.5 | PT1.5S",
                "Retry-After-Ms | 250 | PT0.25S",
                "Retry-After | Thu, 01 Jan 2026 00:01:00 GMT | PT1M",
                "Retry-After | Thursday, 01-Jan-26 00:01:00 GMT | PT1M",
                "Retry-After | Thu Jan  1 00:01:00 2026 | PT1M",
                "retry-after | 2026-01-01T01:00:30+01:00 | PT30S",
                "x-ratelimit-reset-requests | 2m59.56s | PT2M59.56S",
                "x-ratelimit-reset-tokens | 6m0s | PT6M",
                "x-ratelimit-reset-tokens | 174ms | PT0.174S",
                "x-rate-limit-reset-tokens | 55 | PT55S",
                "x-ratelimit-reset | 1767225690 | PT1M30S",
                "X-RateLimit-Reset | 1767225690000 | PT1M30S",
                "ratelimit-reset | 30 | PT30S",
                "x-ratelimit-reset-ms | 1500 | PT1.5S",
                "anthropic-ratelimit-tokens-reset | 2026-01-01T00:02:00Z | PT2M",
                "anthropic-ratelimit-unified-reset | 1767236400 | PT3H",
                "x-codex-primary-reset-after-seconds | 13873 | PT3H51M13S"
            })
    void everySpellingOfAHeaderIsRead(String name, String value, Duration expected) {
        assertThat(hint(name, value)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soon",
                "-1",
                "0",
                "0.0",
                "NaN",
                "Infinity",
                "0x10",
                "1e3",
                "2d3",
                "",
                "99999999999999999999",
                "9999999",
                "Wed, 31 Dec 2025 00:00:00 GMT",
                "2025-12-31T00:00:00Z",
                "Thu, 31 Feb 2026 00:00:00 GMT",
                "1.5.5",
                "5 parsecs"
            })
    void whatMakesNoSenseIsNoHint(String value) {
        assertThat(hint("retry-after", value)).isEmpty();
        assertThat(hint("x-ratelimit-reset-tokens", value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Please try again in 174ms. Elsewhere is more. | PT0.174S",
                "Try again in 6m0s. | PT6M",
                "Please try again in 51m17.568s. Need more? | PT51M17.568S",
                "Please retry after 86400 seconds. | PT24H",
                "please try again after 1 seconds | PT1S",
                "Please retry in 28.385920493s. | PT28.386S",
                "Wait 1 hour and 2 minutes. | PT1H2M",
                "Quota will be replenished in 01:02:03. | PT1H2M3S",
                "Limit resets at: 2026-01-01 00:10:00 UTC | PT10M",
                "You will regain access on 2026-01-02 at 00:00 UTC. | PT24H"
            })
    void proseIsRead(String message, Duration expected) {
        assertThat(ofMessage(message)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Please try again later.",
                "Limit 3, Used 3, Requested 1.",
                "Invalid value: 'try again in 3600s'.",
                "It took 30 seconds.",
                "Please try again in 2 weeks of Sundays"
            })
    void otherProseIsNoHint(String message) {
        assertThat(ofMessage(message)).isEmpty();
    }

    @Test
    void theLargestOfAllHintsCounts() {
        assertThat(hint(Map.of("retry-after", "1", "retry-after-ms", "1700"), ""))
                .contains(Duration.ofMillis(1_700));
        assertThat(hint(Map.of("retry-after", "300", "anthropic-ratelimit-unified-reset", "1767236400"), ""))
                .contains(Duration.ofHours(3));
        assertThat(hint(Map.of("retry-after", "2"), "{\"error\":{\"message\":\"try again in 9s\"}}"))
                .contains(Duration.ofSeconds(9));
        assertThat(hint(Map.of("retry-after", "99999999"), "{\"error\":{\"message\":\"try again in 9s\"}}"))
                .contains(Duration.ofSeconds(9));
    }

    @Test
    void theResetOfALimitThatIsNotUsedUpIsNoHint() {
        Map<String, String> headers = Map.of(
                "retry-after", "2",
                "x-ratelimit-remaining-requests", "14370",
                "x-ratelimit-reset-requests", "2m59.56s",
                "x-ratelimit-remaining-tokens", "17997",
                "x-ratelimit-reset-tokens", "7.66s");
        assertThat(hint(headers, "")).contains(Duration.ofSeconds(2));
        assertThat(hint(Map.of("x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "7.66s"), ""))
                .contains(Duration.ofMillis(7_660));
        assertThat(hint(Map.of("x-ratelimit-remaining-tokens", "-1", "x-ratelimit-reset-tokens", "0"), ""))
                .isEmpty();
        assertThat(hint(
                        Map.of(
                                "anthropic-ratelimit-unified-7d-status", "allowed_warning",
                                "anthropic-ratelimit-unified-7d-reset", "1767571200"),
                        ""))
                .isEmpty();
        assertThat(hint(Map.of("x-ratelimit-remaining-requests", "79", "x-ratelimit-remaining-tokens", "61353"), ""))
                .isEmpty();
    }

    @Test
    void fieldsOfTheBodyAreRead() {
        assertThat(ofBody("{\"error\":{\"details\":[{\"@type\":\"x.RetryInfo\",\"retryDelay\":\"28s\"}]}}"))
                .contains(Duration.ofSeconds(28));
        assertThat(ofBody("{\"error\":{\"resets_in_seconds\":120,\"resets_at\":1767225610}}"))
                .contains(Duration.ofMinutes(2));
        assertThat(ofBody("{\"error\":{\"retry_after\":1.5}}")).contains(Duration.ofMillis(1_500));
        assertThat(ofBody("{\"error\":{\"metadata\":{\"headers\":{\"X-RateLimit-Remaining\":\"0\","
                        + "\"X-RateLimit-Reset\":\"1767225660000\"}}}}"))
                .contains(Duration.ofMinutes(1));
    }

    private static Optional<Duration> ofMessage(String message) {
        return WaitHint.read(ResponseHeaders.NONE, Envelope.ofText(BodyText.Shape.TEXT, message, 0), NOW);
    }

    private static Optional<Duration> ofBody(String body) {
        return hint(Map.of(), body);
    }

    private static Optional<Duration> hint(String name, String value) {
        return hint(Map.of(name, value), "");
    }

    private static Optional<Duration> hint(Map<String, String> headers, String body) {
        ResponseHeaders named = new ResponseHeaders(headers);
        return WaitHint.read(named, Envelope.read(named, body.getBytes(StandardCharsets.UTF_8)), NOW);
    }
}
