package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SetbacksTest {
    @Test
    void pausesGrowAndStayAtTheLongest() {
        assertThat(Setbacks.pause(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Setbacks.pause(2)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Setbacks.pause(4)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Setbacks.pause(1_000)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aHandlingMayBreakOffOncePerPauseAndOnceMore() {
        assertThat(Setbacks.isTooOften(4)).isFalse();
        assertThat(Setbacks.isTooOften(5)).isTrue();
    }
}
