package dev.assay.scorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private final Restarts restarts = new Restarts(3);

    @Test
    void pausesLongerAfterEachFailureAndGivesUpBeyondTheLimit() {
        assertThat(restarts.afterFailure(0)).contains(Duration.ofMillis(250));
        assertThat(restarts.afterFailure(1)).contains(Duration.ofMillis(500));
        assertThat(restarts.afterFailure(2)).contains(Duration.ofSeconds(1));
        assertThat(restarts.afterFailure(3)).isEmpty();
    }

    @Test
    void forgetsFailuresOfTenMinutesAgo() {
        for (int i = 0; i < 3; i++) {
            restarts.afterFailure(i);
        }
        assertThat(restarts.afterFailure(Duration.ofMinutes(11).toNanos())).contains(Duration.ofMillis(250));
    }

    @Test
    void neverPausesLongerThanHalfAMinute() {
        Restarts patient = new Restarts(1_000);
        Optional<Duration> pause = Optional.empty();
        for (int i = 0; i < 100; i++) {
            pause = patient.afterFailure(i);
        }
        assertThat(pause).contains(Duration.ofSeconds(30));
    }
}
