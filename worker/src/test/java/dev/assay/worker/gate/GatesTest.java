package dev.assay.worker.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.GateClosed;
import dev.assay.worker.failure.LimitScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatesTest {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final Signal LET_IN = new Signal.LetIn();
    private static final Signal NOTHING = new Signal.Nothing();
    private static final ProbePace PACE = new ProbePace(Duration.ofMinutes(1), Duration.ofMinutes(4));

    private final Told told = new Told();
    private final Gates gates = new Gates("w1", PACE, told, new Random(7));
    private long now;

    @Test
    void anAccountsLimitStopsEveryModelOfItAndNoOtherAccount() {
        limit("a", "big", LimitScope.ACCOUNT, Duration.ofSeconds(10));

        assertThat(refused("a", "big").kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(refused("a", "small").pause()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
        assertThat(enter("b", "big")).isInstanceOf(Entry.Admitted.class);
        assertThat(told.gates.getFirst().getModel()).isNull();
    }

    @Test
    void aLimitOfWhichNobodySaysWhatItIsOfIsTheAccounts() {
        limit("a", "big", LimitScope.UNKNOWN, Duration.ofSeconds(10));

        assertThat(enter("a", "small")).isInstanceOf(Entry.Closed.class);
    }

    @Test
    void aModelsLimitStopsThatModelOnly() {
        limit("a", "big", LimitScope.MODEL, Duration.ofSeconds(10));

        assertThat(enter("a", "big")).isInstanceOf(Entry.Closed.class);
        assertThat(enter("a", "small")).isInstanceOf(Entry.Admitted.class);
        assertThat(told.gates.getFirst().getModel()).isEqualTo("big");
        assertThat(gates.isClosed("a", "big", moment())).isTrue();
        assertThat(gates.isClosed("a", "", moment())).isFalse();
    }

    @Test
    void theFleetIsToldOnceAndAgainOnlyOfWhatIsLaterByMuch() {
        List<Permit> permits = admitted("a", "m", 4);
        Duration[] hints = {
            Duration.ofSeconds(10), Duration.ofMillis(10_100), Duration.ofSeconds(10), Duration.ofSeconds(11)
        };
        for (int i = 0; i < hints.length; i++) {
            settle(permits.get(i), limited(LimitScope.ACCOUNT, hints[i]));
        }

        assertThat(told.gates)
                .extracting(gate -> gate.getUntil().toEpochMilli() - START)
                .containsExactly(10_000L, 11_000L);
        assertThat(told.gates.getFirst().getBy()).isEqualTo("w1");
    }

    @Test
    void whatTheFleetSaysHoldsAndIsNotToldAgain() {
        Permit underWay = admitted("a", "m");
        gates.hear(closed("a", null, Duration.ofSeconds(30)), Duration.ofSeconds(30), moment());

        settle(underWay, limited(LimitScope.ACCOUNT, Duration.ofSeconds(20)));

        assertThat(refused("a", "m").pause()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(refused("a", "m").message()).contains("account a");
        assertThat(told.gates).isEmpty();
    }

    @Test
    void aPersonOpensAGateForAProbe() {
        gates.hear(closed("a", "m", Duration.ofHours(5)), Duration.ofHours(5), moment());
        String held = refused("a", "m").heldBy().orElseThrow();
        assertThat(gates.holds(held, moment()))
                .as("whoever is parked for it stays")
                .isTrue();
        gates.hearOpened("a", "m", moment());

        assertThat(gates.holds(held, moment()))
                .as("whoever is parked for it comes back")
                .isFalse();
        admitted("a", "m");

        assertThat(refused("a", "m").pause()).isEqualTo(Gate.SHORT_PAUSE);
    }

    @Test
    void anAccountWithoutMoneyIsBlockedByOneCallAndToldOnce() {
        List<Permit> permits = admitted("a", "m", 5);
        permits.forEach(permit -> settle(permit, barred()));

        Entry.Closed refused = refused("a", "other");
        assertThat(refused.kind()).isEqualTo(FailureKind.PROVIDER_BLOCKED);
        assertThat(refused.heldBy()).contains("a");
        assertThat(refused.pause()).isBetween(Duration.ofMinutes(1), Duration.ofSeconds(66));
        assertThat(refused.message()).contains("QUOTA_EXHAUSTED").contains("no money");
        assertThat(told.blocks).hasSize(1);
        assertThat(told.blocks.getFirst().getProbes()).isZero();
        assertThat(told.blocks.getFirst().getRule()).isEqualTo("rule-1");
        assertThat(gates.isBlocked("a")).isTrue();
        assertThat(gates.isBlocked("b")).isFalse();
    }

    @Test
    void oneCallProbesAndTellsTheMovedProbeFirst() {
        settle(admitted("a", "m"), barred());
        move(Duration.ofSeconds(70));

        Permit probe = admitted("a", "m");

        assertThat(probe.isProbe()).isTrue();
        assertThat(told.blocks).hasSize(2);
        assertThat(told.blocks.getLast().getProbes()).isEqualTo(1);
        assertThat(told.blocks.getLast().getProbeAt().toEpochMilli()).isEqualTo(START + 70_000 + 120_000);
        assertThat(refused("a", "m").pause()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void probesBecomeRarerUntilTheLongestPause() {
        settle(admitted("a", "m"), barred());
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long probeAt = told.blocks.getLast().getProbeAt().toEpochMilli();
            move(Duration.ofMillis(probeAt - START - Duration.ofNanos(now).toMillis() + 11_000));
            long asked = START + Duration.ofNanos(now).toMillis();
            Permit probe = admitted("a", "m");
            pauses.add((told.blocks.getLast().getProbeAt().toEpochMilli() - asked) / 1_000);
            settle(probe, barred());
        }

        assertThat(pauses).containsExactly(120L, 240L, 240L, 240L);
        assertThat(told.blocks.stream().map(AccountBlock::getAt).distinct()).hasSize(1);
    }

    @Test
    void aGoodProbeFreesTheAccountForAll() {
        settle(admitted("a", "m"), barred());
        move(Duration.ofSeconds(70));

        settle(admitted("a", "m"), LET_IN);

        assertThat(gates.isBlocked("a")).isFalse();
        assertThat(enter("a", "m")).isInstanceOf(Entry.Admitted.class);
        assertThat(told.unblocks).hasSize(1);
        assertThat(told.unblocks.getFirst().getBy()).isEqualTo("w1");
    }

    @Test
    void aProbeThatBroughtNoReplyLeavesTheBlock() {
        settle(admitted("a", "m"), barred());
        move(Duration.ofSeconds(70));

        settle(admitted("a", "m"), NOTHING);

        assertThat(gates.isBlocked("a")).isTrue();
        assertThat(refused("a", "m").pause()).isGreaterThan(Duration.ofSeconds(100));
    }

    @Test
    void aCallFromBeforeTheUnblockingDoesNotBlockAgain() {
        List<Permit> permits = admitted("a", "m", 2);
        settle(permits.get(0), barred());
        gates.hearUnblocked("a");

        settle(permits.get(1), barred());

        assertThat(gates.isBlocked("a")).isFalse();
        settle(admitted("a", "m"), barred());
        assertThat(gates.isBlocked("a")).isTrue();
    }

    @Test
    void aProbeTakenElsewhereKeepsThisWorkerAway() {
        settle(admitted("a", "m"), barred());
        move(Duration.ofSeconds(70));
        AccountBlock moved = AccountBlock.newBuilder(told.blocks.getFirst())
                .setProbes(1)
                .setProbeAt(Instant.ofEpochMilli(START + 190_000))
                .build();

        assertThat(gates.hear(moved, Duration.ofMinutes(2), moment())).isTrue();

        assertThat(refused("a", "m").pause()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
        assertThat(gates.hear(told.blocks.getFirst(), Duration.ofSeconds(-10), moment()))
                .as("an older word")
                .isTrue();
        assertThat(refused("a", "m").pause()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aMovedProbeThatCrossesTheUnblockingIsTakenBack() {
        settle(admitted("a", "m"), barred());
        move(Duration.ofSeconds(70));
        Permit probe = admitted("a", "m");
        gates.hearUnblocked("a");

        assertThat(gates.hear(told.blocks.getLast(), Duration.ofMinutes(2), moment()))
                .isFalse();

        assertThat(gates.isBlocked("a")).isFalse();
        assertThat(told.unblocks).hasSize(1);
        settle(probe, barred());
        assertThat(gates.isBlocked("a")).isFalse();
    }

    @Test
    void aPersonsBlockHoldsWithoutAProbeUntilItsTime() {
        AccountBlock persons = AccountBlock.newBuilder()
                .setAccount("a")
                .setKind(FailureKind.PROVIDER_BLOCKED)
                .setMessage("maintenance")
                .setBy("me@desk")
                .setAt(Instant.ofEpochMilli(START))
                .setProbeAt(Instant.ofEpochMilli(START).plus(Duration.ofHours(2)))
                .build();
        settle(admitted("a", "m"), barred());

        gates.hear(persons, Duration.ofHours(2), moment());

        assertThat(refused("a", "m").message()).contains("maintenance");
        assertThat(refused("a", "m").pause()).isGreaterThanOrEqualTo(Duration.ofHours(2));
    }

    @Test
    void tooManyCallsAtOnceLowerTheirNumberAndCloseNothing() {
        List<Permit> permits = admitted("a", "m", 10);
        settle(permits.get(0), new Signal.TooMany("too many"));

        assertThat(refused("a", "m").kind()).isEqualTo(FailureKind.CONCURRENCY_EXHAUSTED);
        assertThat(refused("a", "m").pause()).isPositive();
        assertThat(enter("a", "other")).isInstanceOf(Entry.Admitted.class);
        permits.subList(1, 10).forEach(permit -> settle(permit, LET_IN));
        assertThat(enter("a", "m")).isInstanceOf(Entry.Admitted.class);
        assertThat(told.gates).isEmpty();
    }

    @Test
    void aPermitIsGivenBackOnce() {
        Permit permit = admitted("a", "m");
        settle(permit, LET_IN);

        assertThatThrownBy(() -> settle(permit, LET_IN)).isInstanceOf(IllegalStateException.class);
    }

    /**
     * A full storm: every call is refused. However many jobs wait, calls are those under way at its start and one probe a
     * closing.
     */
    @Test
    void inAStormThereAreNoMoreCallsThanInFlightAtItsStartAndProbes() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Gates stormy = new Gates("w", PACE, new Told(), new Random(seed));
            int inFlight = 1 + random.nextInt(64);
            boolean isHinted = random.nextBoolean();
            Duration hint = Duration.ofSeconds(1 + random.nextInt(10));
            List<Permit> out = new ArrayList<>();
            int calls = 0;
            long time = 0;
            long storm = Duration.ofMinutes(2).toNanos();
            while (time < storm) {
                Moment at = new Moment(time, START + time / 1_000_000);
                for (int waiting = out.size(); waiting < inFlight; waiting++) {
                    if (stormy.enter("a", "m", at) instanceof Entry.Admitted(Permit permit)) {
                        out.add(permit);
                        calls++;
                    }
                }
                time += Duration.ofMillis(50 + random.nextInt(200)).toNanos();
                Moment later = new Moment(time, START + time / 1_000_000);
                int ending = out.isEmpty() ? 0 : 1 + random.nextInt(out.size());
                for (int i = 0; i < ending; i++) {
                    out.remove(random.nextInt(out.size()))
                            .settle(
                                    new Signal.Limited(
                                            LimitScope.UNKNOWN,
                                            isHinted ? Optional.of(hint) : Optional.empty(),
                                            "slow down"),
                                    later);
                }
            }
            long shortest = isHinted ? hint.toNanos() : Duration.ofMillis(3_500).toNanos();
            assertThat(calls)
                    .as("seed %d, %d in flight, hint %s", seed, inFlight, isHinted ? hint : "none")
                    .isLessThanOrEqualTo((int) (inFlight + storm / shortest));
        }
    }

    private void limit(String account, String model, LimitScope scope, Duration hint) {
        settle(admitted(account, model), limited(scope, hint));
    }

    private static Signal limited(LimitScope scope, Duration hint) {
        return new Signal.Limited(scope, Optional.of(hint), "slow down");
    }

    private static Signal barred() {
        return new Signal.Barred(FailureKind.QUOTA_EXHAUSTED, "rule-1", "no money");
    }

    private Entry enter(String account, String model) {
        return gates.enter(account, model, moment());
    }

    private Permit admitted(String account, String model) {
        return ((Entry.Admitted) enter(account, model)).permit();
    }

    private List<Permit> admitted(String account, String model, int count) {
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            permits.add(admitted(account, model));
        }
        return permits;
    }

    private Entry.Closed refused(String account, String model) {
        return (Entry.Closed) enter(account, model);
    }

    private void settle(Permit permit, Signal signal) {
        permit.settle(signal, moment());
    }

    private void move(Duration step) {
        now += step.toNanos();
    }

    private Moment moment() {
        return new Moment(now, START + Duration.ofNanos(now).toMillis());
    }

    private static GateClosed closed(String account, @org.jspecify.annotations.Nullable String model, Duration wait) {
        return GateClosed.newBuilder()
                .setAccount(account)
                .setModel(model)
                .setUntil(Instant.ofEpochMilli(START).plus(wait))
                .setMessage("told by another")
                .setBy("w2")
                .setAt(Instant.ofEpochMilli(START))
                .build();
    }

    /** Keeps what is announced. */
    private static final class Told implements Announcer {
        private final List<AccountBlock> blocks = new ArrayList<>();
        private final List<AccountUnblock> unblocks = new ArrayList<>();
        private final List<GateClosed> gates = new ArrayList<>();

        @Override
        public void blocked(AccountBlock block) {
            blocks.add(block);
        }

        @Override
        public void unblocked(AccountUnblock unblock) {
            unblocks.add(unblock);
        }

        @Override
        public void closed(GateClosed gate) {
            gates.add(gate);
        }
    }
}
