package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlidingPeaksTest {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    @Test
    void isZeroWithoutCalls() {
        assertThat(SlidingPeaks.of(List.of())).isEqualTo(new SlidingPeaks(0, 0));
    }

    @Test
    void countsACallAtTheEndOfTheWindowInTheNextOne() {
        List<CallRecord> calls = List.of(call(0, 10), call(WINDOW.toNanos() - 1, 20), call(WINDOW.toNanos(), 40));

        assertThat(SlidingPeaks.of(calls)).isEqualTo(new SlidingPeaks(2, 60));
    }

    @Test
    void isTheSameAsLookingAtEveryWindow() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            List<CallRecord> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(call(random.nextLong(300_000_000_000L), random.nextInt(1_000)));
            }
            Collections.shuffle(calls, random);
            long requests = 0;
            long tokens = 0;
            for (CallRecord first : calls) {
                List<CallRecord> inside = calls.stream()
                        .filter(call -> call.arrivedNanos() >= first.arrivedNanos()
                                && call.arrivedNanos() < first.arrivedNanos() + WINDOW.toNanos())
                        .toList();
                requests = Math.max(requests, inside.size());
                tokens = Math.max(
                        tokens,
                        inside.stream().mapToLong(CallRecord::windowTokens).sum());
            }
            assertThat(SlidingPeaks.of(calls)).isEqualTo(new SlidingPeaks(requests, tokens));
        }
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
