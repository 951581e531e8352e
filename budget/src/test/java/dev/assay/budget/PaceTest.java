package dev.assay.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void doesNotRunAheadOfTheRate() throws InterruptedException {
        Pace pace = Pace.of(200, PATIENCE);
        long start = System.nanoTime();

        for (int i = 0; i < 30; i++) {
            assertThat(pace.acquire(10)).isTrue();
        }

        // 300 permits at 200/s, of which one cycle's 30 were there at the start.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1_150));
    }

    @Test
    void spreadsPermitsOverTheSecond() throws InterruptedException {
        Pace pace = Pace.of(100, PATIENCE);
        long start = System.nanoTime();
        int early = 0;
        while (System.nanoTime() - start < Duration.ofMillis(400).toNanos()) {
            pace.acquire(1);
            early++;
        }

        // A one-second cycle would have given all 100 at once.
        assertThat(early).isBetween(15, 80);
    }

    @Test
    void takesMoreThanACycleInOneGo() throws InterruptedException {
        Pace pace = Pace.of(1_000, PATIENCE);
        long start = System.nanoTime();

        assertThat(pace.acquire(600)).isTrue();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(250));
    }

    @Test
    void aSlowRateIsOnePermitACycle() throws InterruptedException {
        Pace pace = Pace.of(4, PATIENCE);
        long start = System.nanoTime();

        for (int i = 0; i < 4; i++) {
            pace.acquire(1);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(480));
    }

    @Test
    void refusesAtOnceWhatWouldTakeTooLongAndTakesNothing() throws InterruptedException {
        Pace pace = Pace.of(100, Duration.ofMillis(500));

        assertThat(pace.acquire(1_000)).isFalse();
        assertThat(pace.acquire(10)).isTrue();
    }

    @Test
    void aWaiterCanBeInterrupted() throws InterruptedException {
        Pace pace = Pace.of(1, PATIENCE);
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                pace.acquire(20);
            } catch (InterruptedException e) {
                seen.set(e);
            }
        });

        waiter.interrupt();
        assertThat(waiter.join(Duration.ofSeconds(10))).isTrue();

        assertThat(seen.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void anAbsurdRateIsRefused() {
        assertThatThrownBy(() -> Pace.of(0, PATIENCE)).hasMessage("rate: 0.0 (expected: 0.001 to 1000000 per second)");
        assertThatThrownBy(() -> Pace.of(Double.NaN, PATIENCE)).isInstanceOf(IllegalArgumentException.class);
    }
}
