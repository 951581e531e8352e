package dev.assay.worker.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds whatever happens: random calls that end in random ways, in random order and at random times. */
class BreakerPropertyTest {
    private static final int STEPS = 20_000;

    private final BreakerSettings settings = new BreakerSettings(
            20,
            8,
            0.5,
            Duration.ofSeconds(3),
            0.8,
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            4,
            Duration.ofMillis(500),
            null);

    private long now = Long.MAX_VALUE - Duration.ofMinutes(5).toNanos();
    private final Breaker breaker = new Breaker(settings, now);
    private final List<Permit> inFlight = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverHappens(long seed) {
        Random random = new Random(seed);
        Set<BreakerState> seen = EnumSet.noneOf(BreakerState.class);
        long end = breaker.untilNanos();
        boolean wasOpen = false;
        double badShare = 0;
        for (int i = 0; i < STEPS; i++) {
            if (i % 200 == 0) {
                badShare = random.nextInt(3) / 2.0;
            }
            now += random.nextInt(20) * 1_000_000L;
            if (random.nextInt(40) == 0) {
                now += random.nextInt(3_000) * 1_000_000L;
            }
            step(random, badShare);
            seen.add(breaker.state());
            assertThat(breaker.untilNanos() - end)
                    .as("an end that was told is only moved back")
                    .isNotNegative();
            end = breaker.untilNanos();
            boolean isOpen = breaker.state() == BreakerState.OPEN;
            if (isOpen && !wasOpen) {
                assertThat(end - now).isGreaterThanOrEqualTo(settings.openFor().toNanos());
            }
            wasOpen = isOpen;
            assertThat(inFlight.stream().filter(Permit::isProbe).count()).isLessThanOrEqualTo(Breaker.PROBES);
        }
        assertThat(seen).containsExactlyInAnyOrder(BreakerState.values());
        assertAllPermitsComeBack();
    }

    private void step(Random random, double badShare) {
        if (inFlight.isEmpty() || random.nextInt(100) < 52) {
            enter();
        } else {
            leave(random, badShare);
        }
    }

    private void enter() {
        boolean mustRefuse = breaker.state() == BreakerState.OPEN && now - breaker.untilNanos() < 0;
        switch (breaker.enter(now)) {
            case Entry.Admitted(Permit permit) -> {
                assertThat(mustRefuse).as("let in while open").isFalse();
                assertThat(permit.isProbe()).isEqualTo(breaker.state() == BreakerState.HALF_OPEN);
                inFlight.add(permit);
            }
            case Entry.Refused(Duration pause, String why) -> {
                assertThat(breaker.state()).isNotEqualTo(BreakerState.CLOSED);
                assertThat(pause).isGreaterThanOrEqualTo(Duration.ofMillis(250));
                assertThat(why).isNotBlank();
            }
        }
    }

    private void leave(Random random, double badShare) {
        Permit permit = inFlight.remove(random.nextInt(inFlight.size()));
        if (random.nextInt(4) == 0) {
            BreakerState before = breaker.state();
            long end = breaker.untilNanos();
            breaker.leave(permit, Outcome.UNCOUNTED, now);
            boolean isTime = (before == BreakerState.OPEN && breaker.state() == BreakerState.HALF_OPEN)
                    || (before == BreakerState.RAMPING && breaker.state() == BreakerState.CLOSED);
            assertThat(breaker.state() == before || isTime)
                    .as("an uncounted end changes nothing that time does not change")
                    .isTrue();
            assertThat(breaker.untilNanos()).isEqualTo(end);
        } else if (random.nextDouble() < badShare) {
            Optional<Duration> hint =
                    random.nextInt(10) == 0 ? Optional.of(Duration.ofSeconds(random.nextInt(9))) : Optional.empty();
            breaker.leave(permit, new Outcome.Failed("TRANSIENT", hint), now);
        } else {
            breaker.leave(permit, Outcome.GOOD, now);
        }
    }

    /** When everything has ended, three probes get through again, not fewer: no permit is lost and none is made up. */
    private void assertAllPermitsComeBack() {
        inFlight.forEach(permit -> breaker.leave(permit, Outcome.UNCOUNTED, now));
        for (int i = 0; breaker.state() != BreakerState.OPEN && i < 1_000; i++) {
            if (breaker.enter(now) instanceof Entry.Admitted(Permit permit)) {
                breaker.leave(permit, new Outcome.Failed("TRANSIENT", Optional.empty()), now);
            }
        }
        now = breaker.untilNanos();
        int probes = 0;
        while (breaker.enter(now) instanceof Entry.Admitted) {
            probes++;
        }
        assertThat(probes).isEqualTo(Breaker.PROBES);
    }
}
