package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitHintTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void secondsMillisecondsAndDatesAreRead() {
        assertThat(hint("Retry-After", "45")).contains(Duration.ofSeconds(45));
        assertThat(hint("retry-after", " 1.5 ")).contains(Duration.ofMillis(1_500));
        assertThat(hint("Retry-After-Ms", "250")).contains(Duration.ofMillis(250));
        assertThat(hint("Retry-After", "Thu, 01 Jan 2026 00:01:00 GMT")).contains(Duration.ofMinutes(1));
        assertThat(hint("Retry-After", "Wed, 31 Dec 2025 00:00:00 GMT")).contains(Duration.ZERO);
    }

    @Test
    void theLargerHintCounts() {
        Map<String, String> both = Map.of("retry-after", "1", "retry-after-ms", "1700");

        assertThat(WaitHint.read(new ResponseHeaders(both), NOW)).contains(Duration.ofMillis(1_700));
    }

    @Test
    void whatCannotBeReadIsNoHint() {
        assertThat(hint("Retry-After", "soon")).isEmpty();
        assertThat(hint("Retry-After", "-1")).isEmpty();
        assertThat(hint("Retry-After", "NaN")).isEmpty();
        assertThat(WaitHint.read(ResponseHeaders.NONE, NOW)).isEmpty();
    }

    private static Optional<Duration> hint(String name, String value) {
        return WaitHint.read(new ResponseHeaders(Map.of(name, value)), NOW);
    }
}
