package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final Pace pace = new Pace(Duration.ofSeconds(5));

    @Test
    void knowsNothingBeforeTheSecondReading() {
        assertThat(pace.perSecond()).isZero();
        pace.add(0, 100);
        assertThat(pace.perSecond()).isZero();
        assertThat(pace.timeFor(10)).isEmpty();
    }

    @Test
    void looksAtTheLastSecondsOnly() {
        for (int second = 0; second <= 10; second++) {
            pace.add(second * SECOND, second * 100L);
        }
        assertThat(pace.perSecond()).isEqualTo(100);
        assertThat(pace.timeFor(50)).contains(Duration.ofMillis(500));
        for (int second = 11; second <= 20; second++) {
            pace.add(second * SECOND, 1000);
        }
        assertThat(pace.perSecond()).isZero();
        assertThat(pace.timeFor(50)).isEmpty();
    }

    @Test
    void spansASlowReadersReadings() {
        pace.add(0, 0);
        pace.add(60 * SECOND, 600);
        assertThat(pace.perSecond()).isEqualTo(10);
    }
}
