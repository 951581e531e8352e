package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationsTest {
    private final Durations durations = new Durations();

    @Test
    void readsWhatPeopleType() {
        assertThat(durations.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(durations.convert("30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(durations.convert("10m")).isEqualTo(Duration.ofMinutes(10));
        assertThat(durations.convert("2h")).isEqualTo(Duration.ofHours(2));
        assertThat(durations.convert("1d")).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void saysWhatItExpects() {
        assertThatThrownBy(() -> durations.convert("30"))
                .hasMessage("'30' is no duration (expected: such as 500ms, 30s, 10m, 2h)");
        assertThatThrownBy(() -> durations.convert("-1s")).hasMessageContaining("'-1s' is no duration");
    }
}
