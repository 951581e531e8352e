package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeadStartTest {
    private static final long MILLI = 1_000_000;

    private final HeadStart start = new HeadStart(64);

    @Test
    void asManyMayStartEarlyAsEndWhileTheLedgerIsAsked() {
        assertThat(start.handlers(0)).isZero();
        long now = endings(80, 10);

        assertThat(start.handlers(now)).as("100 a second, of 50 ms").isBetween(4, 5);
    }

    @Test
    void aQuarterOfTheSlotsAtMost() {
        assertThat(start.handlers(endings(400, 1))).isEqualTo(16);
    }

    @Test
    void noneWhereCallsAreLong() {
        assertThat(start.handlers(endings(30, 1_000))).isZero();
    }

    @Test
    void whatEndedLongAgoDoesNotCount() {
        long now = endings(400, 1);

        assertThat(start.handlers(now + 600 * MILLI)).isZero();
        assertThat(start.handlers(now)).as("a clock that went back").isZero();
    }

    @Test
    void aWorkerWhoseCallsAskNobodyStartsNoneEarly() {
        HeadStart none = HeadStart.none();
        none.ended(0);

        assertThat(none.handlers(0)).isZero();
    }

    private long endings(int count, long everyMillis) {
        long now = 0;
        for (int i = 0; i < count; i++) {
            now += everyMillis * MILLI;
            start.ended(now);
        }
        return now;
    }
}
