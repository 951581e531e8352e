package dev.assay.worker.spend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartPaceTest {
    @Test
    void spreadsWhatAWorkerMayBeginAtOnceOverLessThanAGrantIsGoodFor() {
        assertThat(StartPace.perSecond(16, 600)).isEqualTo(40);
    }

    @Test
    void isNeverSlowerThanTheLimitItself() {
        for (long callsPerMinute = 1; callsPerMinute < 20_000_000; callsPerMinute *= 3) {
            assertThat(StartPace.perSecond(64, callsPerMinute)).isGreaterThan(callsPerMinute / 60.0);
        }
    }
}
