package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlidingUseTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Duration WINDOW = Duration.ofSeconds(10);

    @Test
    void isTheRateWhereCallsComeEvenly() {
        List<CallRecord> calls = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            calls.add(call(i * SECOND / 10, 7));
        }

        SlidingUse use = SlidingUse.of(calls, WINDOW, 0, 40 * SECOND, CallRecord::windowTokens);

        assertThat(use.requests()).isEqualTo(100, within(0.5));
        assertThat(use.tokens()).isEqualTo(700, within(3.5));
    }

    @Test
    void isTheSameAsTheMeanOfManyWindows() {
        Random random = new Random(5);
        for (int round = 0; round < 20; round++) {
            List<CallRecord> calls = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                calls.add(call(random.nextLong(60 * SECOND), random.nextInt(100)));
            }
            long from = 5 * SECOND;
            long to = 50 * SECOND;
            double sum = 0;
            int looks = 20_000;
            for (int i = 0; i < looks; i++) {
                double end = from + WINDOW.toNanos() + (to - from - WINDOW.toNanos()) * (i + 0.5) / looks;
                sum += calls.stream()
                        .filter(call -> call.arrivedNanos() >= from
                                && call.arrivedNanos() <= end
                                && call.arrivedNanos() > end - WINDOW.toNanos())
                        .mapToLong(CallRecord::windowTokens)
                        .sum();
            }

            SlidingUse use = SlidingUse.of(calls, WINDOW, from, to, CallRecord::windowTokens);

            assertThat(use.tokens()).isEqualTo(sum / looks, within(1.0));
        }
    }

    @Test
    void isNothingWhereNoWindowFits() {
        assertThat(SlidingUse.of(List.of(call(0, 5)), 0, 60 * SECOND)).isEqualTo(new SlidingUse(0, 0));
    }

    private static CallRecord call(long nanos, int outputTokens) {
        return new CallRecord(
                1,
                Instant.EPOCH,
                nanos,
                5,
                1,
                "m",
                false,
                0,
                0,
                outputTokens,
                null,
                200,
                null,
                false,
                false,
                Map.of(),
                null);
    }
}
