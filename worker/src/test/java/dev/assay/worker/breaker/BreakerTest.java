package dev.assay.worker.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BreakerTest {
    private static final Outcome DOWN = new Outcome.Failed("TRANSIENT", Optional.empty());
    private static final BreakerSettings SETTINGS = BreakerSettings.standard();

    private long now = -5_000_000_000L;
    private Breaker breaker = new Breaker(SETTINGS, now);

    @Test
    void twentyCallsOfWhichHalfFailOpenIt() {
        for (int i = 0; i < 19; i++) {
            call(i % 2 == 0 ? DOWN : Outcome.GOOD);
        }
        assertThat(breaker.state()).as("too few calls to tell").isEqualTo(BreakerState.CLOSED);

        call(DOWN);

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(breaker.reason()).isEqualTo("11 of 20 calls failed, the last by TRANSIENT");
    }

    @Test
    void whoHasLostAttemptsLeavesTheProbesToOthersAndNotForEver() {
        for (int i = 0; i < 20; i++) {
            call(DOWN);
        }
        now += SETTINGS.openFor().toNanos();

        assertThat(breaker.enter(now, Duration.ofSeconds(2))).isInstanceOf(Entry.Refused.class);
        assertThat(breaker.enter(now, Duration.ZERO)).isInstanceOf(Entry.Admitted.class);
        now += Duration.ofSeconds(2).toNanos();
        assertThat(breaker.enter(now, Duration.ofSeconds(2))).isInstanceOf(Entry.Admitted.class);
    }

    @Test
    void aThirdOfTheCallsFailingLeavesItClosed() {
        for (int i = 0; i < 3_000; i++) {
            call(i % 3 == 0 ? DOWN : Outcome.GOOD);
        }

        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void itLooksAtTheLatestCallsOnly() {
        for (int i = 0; i < 1_000; i++) {
            call(Outcome.GOOD);
        }
        for (int i = 0; i < 25; i++) {
            call(DOWN);
        }

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
    }

    @Test
    void slowCallsOpenItThoughTheySucceed() {
        for (int i = 0; i < 20; i++) {
            Permit permit = admitted();
            pass(i % 5 == 0 ? Duration.ofSeconds(1) : SETTINGS.slowCall());
            breaker.leave(permit, Outcome.GOOD, now);
        }

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(breaker.reason()).isEqualTo("16 of 20 calls were slow");
    }

    @Test
    void whileItIsOpenNobodyGetsThroughAndEverybodyLearnsWhen() {
        open();

        pass(Duration.ofSeconds(4));
        assertThat(refused().pause()).isEqualTo(Duration.ofSeconds(6));
        assertThat(refused().why()).contains("OPEN").contains("20 of 20 calls failed");
        pass(Duration.ofMillis(5_999));
        assertThat(refused().pause())
                .as("never so short that asking is spinning")
                .isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void exactlyThreeProbesGetThroughAtOnce() {
        open();
        pass(SETTINGS.openFor());

        for (int i = 0; i < Breaker.PROBES; i++) {
            admitted();
        }
        assertThat(breaker.state()).isEqualTo(BreakerState.HALF_OPEN);
        assertThat(refused().pause()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void oneFailedProbeOpensItAgainForItsWholeTime() {
        open();
        pass(SETTINGS.openFor());
        Permit first = admitted();
        Permit second = admitted();
        breaker.leave(first, Outcome.GOOD, now);
        breaker.leave(second, DOWN, now);

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(refused().pause()).isEqualTo(SETTINGS.openFor());
    }

    @Test
    void aProbeThatHangsOverTheNextOpeningStillTakesItsPlace() {
        open();
        pass(SETTINGS.openFor());
        Permit failing = admitted();
        Permit hanging = admitted();
        breaker.leave(failing, DOWN, now);
        pass(SETTINGS.openFor());

        admitted();
        admitted();
        refused();
        breaker.leave(hanging, DOWN, now);

        assertThat(breaker.state()).as("it proves nothing of today").isEqualTo(BreakerState.HALF_OPEN);
        admitted();
        refused();
    }

    @Test
    void aProbeThatEndsUncountedGivesItsPlaceBack() {
        open();
        pass(SETTINGS.openFor());
        for (int i = 0; i < 10; i++) {
            List<Permit> probes = List.of(admitted(), admitted(), admitted());
            refused();
            probes.forEach(probe -> breaker.leave(probe, Outcome.UNCOUNTED, now));
            assertThat(breaker.state()).isEqualTo(BreakerState.HALF_OPEN);
        }
    }

    @Test
    void probesThatAreAllSlowOpenItAgain() {
        open();
        pass(SETTINGS.openFor());
        List<Permit> probes = List.of(admitted(), admitted(), admitted());
        pass(SETTINGS.slowCall());
        probes.forEach(probe -> breaker.leave(probe, Outcome.GOOD, now));

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(breaker.reason()).isEqualTo("3 of 3 probes were slow");
    }

    @Test
    void whatWasInFlightBeforeItComesBackFromATenthToAll() {
        recover(100);

        List<Integer> limits = new ArrayList<>();
        for (int step = 0; step < SETTINGS.rampSteps(); step++) {
            limits.add(fill());
            pass(SETTINGS.rampStep());
        }

        assertThat(limits).containsExactly(10, 33, 55, 78, 100);
        assertThat(breaker.state()).isEqualTo(BreakerState.RAMPING);
    }

    @Test
    void itClosesWhenAStepAtFullHeightTurnedNobodyAway() {
        recover(40);
        pass(SETTINGS.rampStep().multipliedBy(SETTINGS.rampSteps() - 1));
        fill();
        assertThat(breaker.reason()).contains("at most 40 at once");
        pass(SETTINGS.rampStep());

        assertThat(fill()).as("many more wait than were in flight before").isEqualTo(50);
        pass(SETTINGS.rampStep());
        admitted();
        pass(SETTINGS.rampStep());
        admitted();

        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void beyondWhatWasInFlightItGrowsOnlyAfterAsManyCallsAsItLetsThrough() {
        recover(40);
        pass(SETTINGS.rampStep().multipliedBy(SETTINGS.rampSteps() - 1));
        List<Permit> hanging = new ArrayList<>();
        while (breaker.enter(now) instanceof Entry.Admitted(Permit permit)) {
            hanging.add(permit);
        }
        pass(SETTINGS.rampStep().multipliedBy(10));
        refused();
        assertThat(breaker.reason()).contains("at most 40 at once");

        hanging.forEach(permit -> breaker.leave(permit, Outcome.GOOD, now));
        pass(SETTINGS.rampStep());
        admitted();

        assertThat(breaker.reason()).contains("at most 50 at once");
    }

    @Test
    void failuresInTheRampOpenItAgainAndTheNextOneLeadsToHalfOfThat() {
        recover(40);
        pass(SETTINGS.rampStep().multipliedBy(2));
        while (breaker.state() == BreakerState.RAMPING) {
            call(DOWN);
        }
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(breaker.reason()).startsWith("10 of 10 calls failed");

        probe();
        pass(SETTINGS.rampStep().multipliedBy(SETTINGS.rampSteps() - 1));

        assertThat(fill()).as("it broke at 22").isEqualTo(11);
    }

    @Test
    void aStepInWhichTooManyFailIsFollowedByALowerOne() {
        recover(40);
        pass(SETTINGS.rampStep().multipliedBy(2));
        for (int i = 0; i < 12; i++) {
            call(i % 3 == 0 ? DOWN : Outcome.GOOD);
        }
        assertThat(breaker.reason()).contains("at most 22 at once");
        pass(SETTINGS.rampStep());
        admitted();

        assertThat(breaker.state()).isEqualTo(BreakerState.RAMPING);
        assertThat(breaker.reason()).contains("at most 17 at once");
    }

    @Test
    void aConfiguredConcurrencyIsWhatTheRampLeadsTo() {
        breaker = new Breaker(
                new BreakerSettings(
                        50,
                        20,
                        0.5,
                        Duration.ofMinutes(1),
                        0.8,
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        1,
                        Duration.ofSeconds(1),
                        7),
                now);
        open();
        probe();

        assertThat(fill()).isEqualTo(7);
    }

    @Test
    void aHintFromTheProviderExtendsTheOpeningAndNothingShortensIt() {
        List<Permit> stragglers = List.of(admitted(), admitted(), admitted());
        open();
        long end = breaker.untilNanos();

        breaker.leave(stragglers.get(0), hinting(Duration.ofSeconds(3)), now);
        assertThat(breaker.untilNanos()).isEqualTo(end);
        breaker.leave(stragglers.get(1), hinting(Duration.ofSeconds(30)), now);
        assertThat(breaker.untilNanos()).isEqualTo(now + Duration.ofSeconds(30).toNanos());
        breaker.leave(stragglers.get(2), hinting(Duration.ofDays(1)), now);
        assertThat(breaker.untilNanos())
                .as("a wish of a day is heeded within reason")
                .isEqualTo(now + SETTINGS.longestHint().toNanos());
    }

    @Test
    void whatWasLetInBeforeTheOpeningDecidesNothingAfterIt() {
        List<Permit> stragglers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            stragglers.add(admitted());
        }
        open();
        pass(SETTINGS.openFor());
        admitted();
        stragglers.forEach(straggler -> breaker.leave(straggler, DOWN, now));

        assertThat(breaker.state()).isEqualTo(BreakerState.HALF_OPEN);
    }

    @Test
    void aPermitIsGivenBackOnce() {
        Permit permit = admitted();
        breaker.leave(permit, Outcome.GOOD, now);

        assertThatThrownBy(() -> breaker.leave(permit, Outcome.GOOD, now)).isInstanceOf(IllegalStateException.class);
        Permit foreign = ((Entry.Admitted) new Breaker(SETTINGS, now).enter(now)).permit();
        assertThatThrownBy(() -> breaker.leave(foreign, Outcome.GOOD, now)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void kindsCountAsTheTableOfFailuresSays(FailureKind kind) {
        boolean counts = Outcome.of(Failure.of(kind, "test", "words", "")) instanceof Outcome.Failed;

        assertThat(counts).isEqualTo(FailureTable.row(kind).breaks());
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"RATE_LIMITED", "CONTENT_FILTERED", "CANCELLED", "AUTH_FAILED", "QUOTA_EXHAUSTED", "BAD_REQUEST"})
    void whatSaysNothingOfTheModelsHealthNeverOpensIt(FailureKind kind) {
        Outcome outcome = Outcome.of(Failure.of(kind, "test", "words", ""));
        for (int i = 0; i < 1_000; i++) {
            call(outcome);
        }

        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    private static Outcome hinting(Duration hint) {
        return new Outcome.Failed("OVERLOADED", Optional.of(hint));
    }

    private void open() {
        while (breaker.state() == BreakerState.CLOSED) {
            call(DOWN);
        }
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
    }

    private void probe() {
        pass(SETTINGS.openFor());
        for (int i = 0; i < Breaker.PROBES; i++) {
            call(Outcome.GOOD);
        }
        assertThat(breaker.state()).isEqualTo(BreakerState.RAMPING);
    }

    /** Opens it out of so many calls in flight, and lets the probes succeed. */
    private void recover(int inFlight) {
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < inFlight; i++) {
            permits.add(admitted());
        }
        permits.forEach(permit -> breaker.leave(permit, DOWN, now));
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        probe();
    }

    /** How many it lets through at once; all end well. */
    private int fill() {
        List<Permit> permits = new ArrayList<>();
        while (breaker.enter(now) instanceof Entry.Admitted(Permit permit)) {
            permits.add(permit);
        }
        permits.forEach(permit -> breaker.leave(permit, Outcome.GOOD, now));
        return permits.size();
    }

    private void call(Outcome outcome) {
        breaker.leave(admitted(), outcome, now);
    }

    private Permit admitted() {
        return ((Entry.Admitted) breaker.enter(now)).permit();
    }

    private Entry.Refused refused() {
        return (Entry.Refused) breaker.enter(now);
    }

    private void pass(Duration duration) {
        now += duration.toNanos();
    }
}
