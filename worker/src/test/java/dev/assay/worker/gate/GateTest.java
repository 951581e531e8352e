package dev.assay.worker.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final double NO_JITTER = 0.5;

    private final Gate gate = new Gate();
    private long now;

    @Test
    void isOpenUntilALimitClosesIt() {
        List<Gate.Pass> passes = enter(20);
        assertThat(gate.isClosed(now)).isFalse();

        assertThat(limited(passes.removeFirst(), seconds(13))).isTrue();

        assertThat(gate.isClosed(now)).isTrue();
        assertThat(pause()).isBetween(seconds(13), seconds(14));
    }

    @Test
    void hintsOnlyExtendIt() {
        List<Gate.Pass> passes = enter(4);
        limited(passes.get(0), seconds(10));
        long until = gate.until();

        assertThat(limited(passes.get(1), seconds(10))).isFalse();
        assertThat(limited(passes.get(2), seconds(3))).isFalse();
        assertThat(gate.until()).isEqualTo(until);
        assertThat(limited(passes.get(3), seconds(12))).isTrue();
        assertThat(gate.until()).isEqualTo(seconds(12).toNanos());
    }

    @Test
    void refusalsThatWereUnderWayAndTellNoTimeChangeNothing() {
        List<Gate.Pass> passes = enter(3);
        limited(passes.get(0), null);
        long until = gate.until();
        move(seconds(1));

        assertThat(limited(passes.get(1), null)).isFalse();
        assertThat(limited(passes.get(2), Duration.ZERO)).isFalse();

        assertThat(gate.until()).isEqualTo(until);
    }

    @Test
    void oneProbeAtATimeAfterIt() {
        limited(enter(1).getFirst(), seconds(2));
        move(seconds(3));

        enter(1);

        assertThat(pause()).isEqualTo(Gate.SHORT_PAUSE);
        assertThat(gate.isClosed(now)).isTrue();
    }

    @Test
    void whoHasLostAttemptsLeavesTheProbeToOthersAndNotForEver() {
        limited(enter(1).getFirst(), seconds(2));
        move(seconds(3));

        assertThat(gate.pause(now, seconds(2))).isPositive();
        assertThat(gate.pause(now, Duration.ZERO)).isZero();
        move(seconds(2));
        assertThat(gate.pause(now, seconds(2))).isZero();
    }

    @Test
    void aProbeThatWasNoCallLeavesTheNextOneToAnother() {
        limited(enter(1).getFirst(), seconds(2));
        move(seconds(3));
        gate.left(enter(1).getFirst());

        assertThat(pause()).isZero();
    }

    @Test
    void aGoodProbeLetsCallsInByDoublingUntilThereAreAsManyAsBefore() {
        List<Gate.Pass> before = enter(20);
        limited(before.getFirst(), seconds(2));
        move(seconds(3));

        gate.letIn(enter(1).getFirst(), now);
        List<Gate.Pass> two = enterAll();
        assertThat(two).hasSize(2);
        gate.letIn(two.removeFirst(), now);
        assertThat(enterAll()).hasSize(3);
        gate.letIn(two.removeFirst(), now);
        List<Gate.Pass> more = enterAll();
        assertThat(more).hasSize(5);
        gate.letIn(more.removeFirst(), now);
        gate.letIn(more.removeFirst(), now);

        assertThat(enter(500)).as("open again").hasSize(500);
    }

    @Test
    void aCallFromBeforeTheClosingDoesNotOpenIt() {
        List<Gate.Pass> passes = enter(2);
        limited(passes.get(0), seconds(5));

        gate.letIn(passes.get(1), now);

        assertThat(pause()).isGreaterThanOrEqualTo(seconds(5));
    }

    @Test
    void withoutAHintTheWaitsAreThoseOfTheTable() {
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            limited(enter(1).getFirst(), null);
            waits.add(Duration.ofNanos(gate.until() - now));
            move(Duration.ofMinutes(1));
        }

        assertThat(waits).containsExactly(seconds(5), seconds(15), seconds(45), seconds(45));
    }

    @Test
    void aReplyInBetweenStartsThemAnew() {
        limited(enter(1).getFirst(), null);
        move(Duration.ofMinutes(1));
        gate.letIn(enter(1).getFirst(), now);

        limited(enter(1).getFirst(), null);

        assertThat(Duration.ofNanos(gate.until() - now)).isEqualTo(seconds(5));
    }

    @Test
    void jitterIsThirtyPerCentEitherWay() {
        for (double chance : new double[] {0, 0.25, 0.999}) {
            Gate fresh = new Gate();
            fresh.limited(fresh.enter(0), Optional.empty(), 0, chance);
            assertThat(Duration.ofNanos(fresh.until())).isBetween(Duration.ofMillis(3_500), Duration.ofMillis(6_500));
        }
    }

    @Test
    void aProbeThatIsLongUnderWayWasLetIn() {
        limited(enter(1).getFirst(), seconds(1));
        move(seconds(2));
        enter(1);
        assertThat(pause()).isPositive();

        move(Gate.PATIENCE);

        assertThat(enterAll()).hasSize(1);
    }

    @Test
    void aLimitDuringTheRampClosesItAgain() {
        limited(enter(1).getFirst(), seconds(1));
        move(seconds(2));
        gate.letIn(enter(1).getFirst(), now);

        limited(enterAll().getFirst(), seconds(7));

        assertThat(pause()).isGreaterThanOrEqualTo(seconds(7));
    }

    @Test
    void anAbsurdHintIsTriedAfterAnHour() {
        limited(enter(1).getFirst(), Duration.ofDays(400));

        assertThat(Duration.ofNanos(gate.until())).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aPersonMayEndTheWaiting() {
        limited(enter(1).getFirst(), Duration.ofHours(3));

        gate.openForProbe(now);

        enter(1);
        assertThat(pause()).isEqualTo(Gate.SHORT_PAUSE);
    }

    /** Whatever happens: nobody goes before the latest time told, and one at a time until one is let in. */
    @Test
    void neverLetsACallGoBeforeTheLatestTimeTold() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Gate any = new Gate();
            List<Gate.Pass> out = new ArrayList<>();
            long time = 0;
            long told = 0;
            for (int i = 0; i < 400; i++) {
                time += random.nextInt(2_000) * 1_000_000L;
                if (any.pause(time) == 0 && random.nextBoolean()) {
                    assertThat(time).as("seed " + seed).isGreaterThanOrEqualTo(told);
                    out.add(any.enter(time));
                } else if (!out.isEmpty()) {
                    Gate.Pass pass = out.remove(random.nextInt(out.size()));
                    switch (random.nextInt(3)) {
                        case 0 -> any.letIn(pass, time);
                        case 1 -> any.left(pass);
                        default -> {
                            Duration hint = Duration.ofMillis(1_000 + random.nextInt(20_000));
                            any.limited(pass, Optional.of(hint), time, random.nextDouble());
                            told = Math.max(told, time + hint.toNanos());
                        }
                    }
                }
            }
        }
    }

    private List<Gate.Pass> enter(int count) {
        List<Gate.Pass> passes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            assertThat(gate.pause(now)).isZero();
            passes.add(gate.enter(now));
        }
        return passes;
    }

    /** As many as may go now. */
    private List<Gate.Pass> enterAll() {
        List<Gate.Pass> passes = new ArrayList<>();
        while (gate.pause(now) == 0 && passes.size() < 1_000) {
            passes.add(gate.enter(now));
        }
        return passes;
    }

    private boolean limited(Gate.Pass pass, @org.jspecify.annotations.Nullable Duration hint) {
        return gate.limited(pass, Optional.ofNullable(hint), now, NO_JITTER);
    }

    private Duration pause() {
        return Duration.ofNanos(gate.pause(now));
    }

    private void move(Duration step) {
        now += step.toNanos();
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }
}
