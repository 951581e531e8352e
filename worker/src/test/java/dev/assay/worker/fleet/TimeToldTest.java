package dev.assay.worker.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeToldTest {
    private static final long SAID = 1_000_000;
    private static final long UNTIL = SAID + 13_000;

    @Test
    void withEqualClocksItIsTheMomentItself() {
        assertThat(TimeTold.left(UNTIL, SAID, SAID + 40, true)).isEqualTo(Duration.ofMillis(12_960));
        assertThat(TimeTold.left(UNTIL, SAID, SAID + 9_000, false)).isEqualTo(Duration.ofSeconds(4));
        assertThat(TimeTold.left(UNTIL, SAID, SAID + 20_000, false)).isNegative();
    }

    @Test
    void aReaderWhoseClockIsAheadWaitsAsLongAsWasTold() {
        assertThat(TimeTold.left(UNTIL, SAID, SAID + 60_000, true)).isEqualTo(Duration.ofSeconds(13));
    }

    @Test
    void aReaderWhoseClockIsBehindWaitsNoLongerThanWasTold() {
        assertThat(TimeTold.left(UNTIL, SAID, SAID - 3_600_000, true)).isEqualTo(Duration.ofSeconds(13));
        assertThat(TimeTold.left(UNTIL, SAID, SAID - 3_600_000, false)).isEqualTo(Duration.ofSeconds(13));
        assertThat(TimeTold.left(UNTIL, SAID, SAID - 500, true)).isEqualTo(Duration.ofSeconds(13));
    }

    @Test
    void isNeverMoreThanWasTold() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            long said = random.nextInt(1_000_000);
            long until = said + random.nextInt(100_000);
            Duration left = TimeTold.left(until, said, random.nextInt(2_000_000), random.nextBoolean());
            assertThat(left).isLessThanOrEqualTo(Duration.ofMillis(until - said));
        }
    }
}
