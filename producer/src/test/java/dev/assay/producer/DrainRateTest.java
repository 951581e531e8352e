package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrainRateTest {
    private final DrainRate rate = new DrainRate();

    @Test
    void oneReadingTellsNothing() {
        rate.note(seconds(0), 1_000);

        assertThat(rate.isKnown()).isFalse();
        assertThat(rate.perSecond()).isZero();
        assertThat(rate.until(10)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void twoReadingsTooCloseTellNothingEither() {
        rate.note(0, 1_000);
        rate.note(Duration.ofMillis(100).toNanos(), 1_500);

        assertThat(rate.isKnown()).isFalse();
    }

    @Test
    void theWaitIsWhatIsMissingAtTheRateOfLate() {
        rate.note(seconds(0), 1_000);
        rate.note(seconds(10), 1_500);

        assertThat(rate.perSecond()).isCloseTo(50, within(0.001));
        assertThat(rate.until(500)).isEqualTo(Duration.ofSeconds(10));
        assertThat(rate.until(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(rate.until(1_000_000)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void readingsBeforeTheWindowAreForgotten() {
        rate.note(seconds(0), 0);
        rate.note(seconds(50), 50_000);
        for (int i = 60; i <= 130; i += 10) {
            rate.note(seconds(i), 50_000 + i);
        }

        assertThat(rate.perSecond()).isLessThan(5);
    }

    @Test
    void aLaneAtAStandstillHasNoRate() {
        rate.note(seconds(0), 7);
        rate.note(seconds(30), 7);

        assertThat(rate.isKnown()).isTrue();
        assertThat(rate.until(5)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aTopicMadeAnewStartsTheReadingAnew() {
        rate.note(seconds(0), 1_000_000);
        rate.note(seconds(10), 5);

        assertThat(rate.isKnown()).isFalse();
        rate.note(seconds(12), 25);
        assertThat(rate.perSecond()).isCloseTo(10, within(0.001));
    }

    @Test
    void aReadingALittleLowerIsNoNewTopic() {
        rate.note(seconds(0), 1_000);
        rate.note(seconds(1), 990);
        rate.note(seconds(10), 1_200);

        assertThat(rate.perSecond()).isCloseTo(20, within(0.001));
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
