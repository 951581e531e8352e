package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettlePaceTest {
    private static final long MS = Duration.ofMillis(1).toNanos();

    private final SettlePace pace = new SettlePace(Duration.ofMillis(200), 50, 0);

    @Test
    void aFinishedJobWaitsForTheIntervalAtMost() {
        assertThat(pace.isDue(1, false, 199 * MS)).isFalse();
        assertThat(pace.isDue(1, false, 200 * MS)).isTrue();
        assertThat(pace.isDue(0, true, 10_000 * MS)).isFalse();
    }

    @Test
    void manyFinishedJobsWaitForNothing() {
        assertThat(pace.isDue(49, false, MS)).isFalse();
        assertThat(pace.isDue(50, false, MS)).isTrue();
    }

    @Test
    void jobsWhoseWaitingGainsNothingAreSettledSoon() {
        assertThat(pace.isDue(1, true, 24 * MS)).isFalse();
        assertThat(pace.isDue(1, true, 25 * MS)).isTrue();
    }

    @Test
    void abortedSettlementsPauseLongerEachTimeAndACommitEndsThat() {
        pace.aborted(0);
        assertThat(pace.isDue(50, true, 99 * MS)).isFalse();
        assertThat(pace.isDue(50, true, 100 * MS)).isTrue();
        pace.aborted(100 * MS);
        assertThat(pace.isDue(50, true, 299 * MS)).isFalse();
        assertThat(pace.isDue(50, true, 300 * MS)).isTrue();
        for (int i = 0; i < 20; i++) {
            pace.aborted(300 * MS);
        }
        assertThat(pace.isDue(50, true, 5_299 * MS)).isFalse();
        assertThat(pace.isDue(50, true, 5_300 * MS)).isTrue();

        pace.committed(6_000 * MS);
        assertThat(pace.isDue(50, true, 6_001 * MS)).isTrue();
    }
}
