package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlidingWindowTest {
    private static final long MINUTE = SlidingWindow.LENGTH.toNanos();

    private static final class Past {
        private final long nanos;
        private long tokens;

        Past(long nanos, long tokens) {
            this.nanos = nanos;
            this.tokens = tokens;
        }
    }

    @Test
    void countsWhatTheLastMinuteHolds() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            SlidingWindow window = new SlidingWindow();
            List<Past> past = new ArrayList<>();
            List<SlidingWindow.Taken> taken = new ArrayList<>();
            long now = 0;
            for (int step = 0; step < 60; step++) {
                now += random.nextLong(10_000_000_000L);
                if (random.nextInt(3) == 0 && !past.isEmpty()) {
                    int which = random.nextInt(past.size());
                    long tokens = random.nextInt(100);
                    past.get(which).tokens = tokens;
                    taken.get(which).correct(tokens);
                } else {
                    long tokens = random.nextInt(100);
                    past.add(new Past(now, tokens));
                    taken.add(window.take(now, tokens));
                }
                long end = now;
                List<Past> inside =
                        past.stream().filter(one -> end - one.nanos < MINUTE).toList();
                assertThat(window.requests(now)).isEqualTo(inside.size());
                assertThat(window.tokens(now))
                        .isEqualTo(inside.stream().mapToLong(one -> one.tokens).sum());
            }
        }
    }

    @Test
    void tellsAWaitAfterWhichThereIsRoomAndNoShorterOne() {
        Random random = new Random(8);
        for (int round = 0; round < 500; round++) {
            long mostRequests = random.nextInt(20);
            long mostTokens = random.nextInt(300);
            List<Past> past = new ArrayList<>();
            long now = 0;
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                now += 1 + random.nextLong(5_000_000_000L);
                past.add(new Past(now, 1 + random.nextInt(50)));
            }
            long forRequests = filled(past).untilRequests(now, mostRequests).toNanos();
            long forTokens = filled(past).untilTokens(now, mostTokens).toNanos();

            assertThat(filled(past).requests(now + forRequests)).isLessThanOrEqualTo(mostRequests);
            assertThat(filled(past).tokens(now + forTokens)).isLessThanOrEqualTo(mostTokens);
            if (forRequests > 0) {
                assertThat(filled(past).requests(now + forRequests - 1)).isGreaterThan(mostRequests);
            }
            if (forTokens > 0) {
                assertThat(filled(past).tokens(now + forTokens - 1)).isGreaterThan(mostTokens);
            }
        }
    }

    @Test
    void leavesOutACorrectionThatComesAfterTheMinute() {
        SlidingWindow window = new SlidingWindow();
        SlidingWindow.Taken early = window.take(0, 10);
        SlidingWindow.Taken late = window.take(1_000, 20);

        assertThat(window.untilEmpty(2_000)).isEqualTo(Duration.ofNanos(MINUTE - 1_000));
        late.correct(5);
        assertThat(window.tokens(2_000)).isEqualTo(15);
        assertThat(window.tokens(MINUTE)).isEqualTo(5);
        early.correct(500);
        assertThat(window.tokens(MINUTE)).isEqualTo(5);
        assertThat(window.requests(MINUTE + 1_000)).isZero();
        late.correct(50);
        assertThat(window.tokens(MINUTE + 1_000)).isZero();
        assertThat(window.untilEmpty(MINUTE + 1_000)).isZero();
    }

    private static SlidingWindow filled(List<Past> past) {
        SlidingWindow window = new SlidingWindow();
        for (Past one : past) {
            SlidingWindow.Taken unused = window.take(one.nanos, one.tokens);
        }
        return window;
    }
}
