package dev.assay.budget.ledger;

import static dev.assay.budget.ledger.Owners.held;
import static dev.assay.budget.ledger.Owners.perDay;
import static dev.assay.budget.ledger.Owners.perMinute;
import static dev.assay.budget.ledger.Owners.tokens;
import static dev.assay.schemas.BudgetMeasure.INPUT_TOKENS;
import static dev.assay.schemas.BudgetMeasure.MONEY;
import static dev.assay.schemas.BudgetMeasure.OUTPUT_TOKENS;
import static dev.assay.schemas.BudgetMeasure.REQUESTS;
import static dev.assay.schemas.BudgetMeasure.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.budget.ledger.Owners.Ask;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.Released;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.Throttled;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a ledger decides, rule by rule. */
class LedgerTest {
    private static final Ask ONE = Ask.ONE;
    private static final Ask PATIENT = ONE.waiting(300_000);

    private final Owners owners = new Owners();

    @Test
    void grantsWhileThereIsRoomAndSaysUntilWhenACallMayStart() {
        owners.limit(perMinute(REQUESTS, 2));

        owners.reserve("a", ONE);
        owners.reserve("b", ONE);
        owners.reserve("c", ONE);

        assertThat(owners.granted).containsOnlyKeys("a", "b");
        assertThat(owners.grant("a").getStartBy().toEpochMilli()).isEqualTo(owners.now + 800);
        assertThat(owners.grant("a").getHeldUntil().toEpochMilli()).isEqualTo(owners.now + 60_000);
        assertThat(owners.refusal("c").getReason()).isEqualTo(LedgerRefusal.REQUESTS_EXHAUSTED);
        assertThat(owners.refusal("c").getLimit()).isEqualTo("2 requests a minute");
        assertThat(owners.refusal("c").getRetryAfterMillis()).isEqualTo(61_100);
    }

    @Test
    void takesOfAllLimitsTogetherOrOfNone() {
        owners.limit(perMinute(REQUESTS, 10), perMinute(INPUT_TOKENS, 100), perMinute(OUTPUT_TOKENS, 50), held(3));

        owners.reserve("a", ONE.of(tokens(60, 40)));
        owners.reserve("too much output", ONE.of(tokens(10, 20)));
        owners.reserve("too much input", ONE.of(tokens(50, 10)));

        assertThat(owners.granted).containsOnlyKeys("a");
        assertThat(owners.refusal("too much output").getLimit()).isEqualTo("50 output tokens a minute");
        assertThat(owners.refusal("too much input").getLimit()).isEqualTo("100 input tokens a minute");
        assertThat(owners.view().uses()).extracting(LimitView::reserved).containsExactly(1L, 60L, 40L, 1L);
    }

    @Test
    void putsWhatACallTookInThePlaceOfWhatWasReserved() {
        owners.limit(perMinute(TOKENS, 200));
        owners.reserve("a", ONE.of(tokens(100, 100)));

        owners.settle("a", tokens(50, 30));
        owners.reserve("b", ONE.of(tokens(60, 60)));
        owners.reserve("c", ONE.of(tokens(1, 0)));

        assertThat(owners.granted).containsOnlyKeys("a", "b");
        assertThat(owners.view().uses()).containsExactly(new LimitView(perMinute(TOKENS, 200), 120, 80));
    }

    @Test
    void letsACallLeaveAMinuteAfterItsEndAndOneThatWasCutWhenItMayHaveArrived() {
        owners.limit(perMinute(REQUESTS, 2));
        owners.reserve("answered", ONE);
        owners.reserve("cut", ONE);
        owners.pass(300);
        owners.settle("answered", tokens(60, 40));
        owners.settle("cut", tokens(60, 40), true);

        owners.pass(60_100);
        owners.reserve("a", ONE);
        owners.reserve("too early", ONE);
        owners.pass(200);
        owners.reserve("b", ONE);

        assertThat(owners.granted).containsOnlyKeys("answered", "cut", "a", "b");
    }

    @Test
    void chargesWhatACallTookAboveItsReservationEvenWhenItsMinuteIsOver() {
        owners.limit(perMinute(TOKENS, 200));
        owners.reserve("long", ONE.of(tokens(10, 10)).holding(300_000));
        owners.pass(100_000);
        assertThat(owners.view().uses().getFirst().used()).isZero();

        owners.settle("long", tokens(10, 150));

        assertThat(owners.view().uses().getFirst().used()).isEqualTo(140);
        owners.pass(61_100);
        assertThat(owners.view().uses().getFirst().used()).isZero();
    }

    @Test
    void givesAllBackOfWhatNoCallUsed() {
        owners.limit(perMinute(REQUESTS, 1), held(1), perDay(TOKENS, 100));
        owners.reserve("a", ONE);

        owners.cancel("a");
        owners.reserve("b", ONE);

        assertThat(owners.granted).containsOnlyKeys("a", "b");
        assertThat(owners.view().today()).isEqualTo(tokens(60, 40));
    }

    @Test
    void letsReservationsWaitForTheRoomOfACallThatEnds() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.reserve("b", PATIENT);
        assertThat(owners.view().waiting()).isOne();
        assertThat(owners.ledger.oldestWaitingOffset()).hasValue(1);

        beatFor(5_000);
        owners.settle("a", tokens(60, 40));

        assertThat(owners.grantedAt("b")).isEqualTo(owners.now);
        assertThat(owners.ledger.oldestWaitingOffset()).isEmpty();
    }

    @Test
    void refusesWhoWaitedLongEnoughWithWhatIsInTheWay() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.reserve("b", ONE.waiting(700));

        owners.pass(699);
        assertThat(owners.refused).isEmpty();
        owners.pass(1);

        assertThat(owners.refusal("b").getReason()).isEqualTo(LedgerRefusal.CONCURRENCY_EXHAUSTED);
        assertThat(owners.refusal("b").getLimit()).isEqualTo("1 request at a time");
        assertThat(owners.refusal("b").getRetryAfterMillis()).isEqualTo(1_000);
    }

    @Test
    void takesAHolderThatIsOverdueForDeadAndChargesWhatItReserved() {
        owners.limit(held(1), perDay(TOKENS, 1_000));
        owners.reserve("a", ONE.holding(2_000));

        owners.pass(1_999);
        assertThat(owners.view().held()).isOne();
        owners.pass(1);

        assertThat(owners.view().held()).isZero();
        assertThat(owners.view().uncertain()).isEqualTo(tokens(60, 40));
        assertThat(owners.journal.getLast().getEvent()).isEqualTo(new Released("a", tokens(60, 40), true));
    }

    @Test
    void correctsTheChargeOfAHolderThatWasOnlySlow() {
        owners.limit(held(1), perMinute(TOKENS, 1_000), perDay(TOKENS, 1_000));
        owners.reserve("a", ONE.holding(2_000));
        owners.reserve("b", ONE.waiting(5_000).holding(20_000));
        beatFor(10_000);

        owners.settle("a", tokens(60, 7));
        owners.settle("a", tokens(60, 9));

        assertThat(owners.view().uncertain()).isEqualTo(Total.NOTHING);
        assertThat(owners.view().today()).isEqualTo(new Amounts(2L, 120L, 47L, 0L));
        assertThat(owners.view().uses().get(1).used()).isEqualTo(67);
    }

    @Test
    void chargesNoLessThanTheReservationWhereNobodyKnows() {
        owners.limit(perDay(TOKENS, 1_000));
        owners.reserve("a", ONE);

        owners.settle("a", new Amounts(1L, 70L, 0L, 0L), true);

        assertThat(owners.view().today()).isEqualTo(tokens(70, 40));
        assertThat(owners.view().uncertain()).isEqualTo(tokens(70, 40));
    }

    @Test
    void refusesAtOnceWhatCanNeverFitAndStopsNobodyForIt() {
        owners.limit(perMinute(TOKENS, 30_000), held(1));
        owners.reserve("a", ONE);
        owners.reserve("huge", PATIENT.of(tokens(200_000, 0)));
        owners.reserve("b", PATIENT);

        owners.settle("a", tokens(60, 40));

        assertThat(owners.refusal("huge").getReason()).isEqualTo(LedgerRefusal.NEVER_FITS);
        assertThat(owners.refusal("huge").getRetryAfterMillis()).isZero();
        assertThat(owners.granted).containsOnlyKeys("a", "b");
    }

    @Test
    void refusesWhoWaitsWhenALoweredLimitCanNeverHoldIt() {
        owners.limit(perMinute(TOKENS, 1_000), held(1));
        owners.reserve("a", ONE);
        owners.reserve("b", PATIENT.of(tokens(500, 0)));
        owners.reserve("c", PATIENT);

        owners.limit(perMinute(TOKENS, 400), held(2));
        owners.tick();

        assertThat(owners.refusal("b").getReason()).isEqualTo(LedgerRefusal.NEVER_FITS);
        assertThat(owners.granted).containsOnlyKeys("a", "c");
    }

    @Test
    void grantsNothingOfABudgetWhoseLimitsAreNotKnownAndAllOfOneThatWasTakenBack() {
        owners.reserve("a", PATIENT);
        owners.reserve("now", ONE);
        assertThat(owners.granted).isEmpty();
        assertThat(owners.refusal("now").getLimit()).isEqualTo("the limits of calls/a/m are not known");

        owners.limit();
        owners.tick();

        assertThat(owners.granted).containsOnlyKeys("a");
    }

    @Test
    void beginsTheDayAnewAndLeavesToYesterdayWhatWasGrantedYesterday() {
        owners.limit(perDay(REQUESTS, 2));
        owners.pass(13 * 3_600_000 + 3_590_000);
        owners.reserve("a", ONE);
        owners.reserve("b", ONE);
        owners.reserve("c", PATIENT.waiting(9_000));
        owners.reserve("d", PATIENT.waiting(11_000));
        assertThat(owners.refusal("c").getReason()).isEqualTo(LedgerRefusal.REQUESTS_EXHAUSTED);
        assertThat(owners.refusal("c").getRetryAfterMillis()).isEqualTo(10_000);

        beatFor(10_000);
        owners.settle("a", tokens(1, 1));

        assertThat(owners.grantedAt("d") % 86_400_000).isZero();
        assertThat(owners.view().today()).isEqualTo(tokens(60, 40));
    }

    @Test
    void namesATenantsQuota() {
        owners.limit("tenant/t/batch/eval", perDay(MONEY, 5_000_000));
        owners.reserve("a", ONE.at("tenant/t/batch/eval").of(new Amounts(1L, 0L, 0L, 4_000_000L)));
        owners.reserve("b", ONE.at("tenant/t/batch/eval").of(new Amounts(1L, 0L, 0L, 1_000_001L)));

        assertThat(owners.refusal("b").getReason()).isEqualTo(LedgerRefusal.QUOTA_EXHAUSTED);
        assertThat(owners.refusal("b").getLimit()).isEqualTo("5.00 of money a day");
    }

    @Test
    void answersARepeatedRequestOnce() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.reserve("a", ONE);
        owners.reserve("b", PATIENT);
        owners.reserve("b", PATIENT);
        owners.reserve("c", ONE);
        owners.reserve("c", ONE);
        owners.settle("a", tokens(60, 40));
        owners.settle("a", tokens(60, 40));
        owners.reserve("a", ONE);
        owners.cancel("b");
        owners.cancel("b");

        // Owners itself complains of a second answer.
        assertThat(owners.granted).containsOnlyKeys("a", "b");
        assertThat(owners.refused).containsOnlyKeys("c");
        assertThat(owners.view().today()).isEqualTo(tokens(60, 40));
    }

    @Test
    void passesOverWhomNothingIsHeardOfAndKeepsItsPlace() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.reserve("of a dead one", PATIENT.from("dead"));
        owners.reserve("b", PATIENT);
        beatFor(2_000);

        owners.settle("a", tokens(60, 40));
        assertThat(owners.granted).containsOnlyKeys("a", "b");

        // It was only slow.
        owners.beat("dead");
        owners.reserve("c", PATIENT);
        owners.settle("b", tokens(60, 40));
        assertThat(owners.granted).containsOnlyKeys("a", "b", "of a dead one");
    }

    @Test
    void givesUpWhomNothingIsHeardOfForLong() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.reserve("of a dead one", PATIENT.from("dead"));

        owners.pass(10_000);
        assertThat(owners.view().waiting()).isOne();
        owners.pass(1);

        assertThat(owners.view().waiting()).isZero();
        assertThat(owners.refusal("of a dead one").getLimit()).isEqualTo("its client was not heard of");
    }

    @Test
    void servesTheHigherPriorityFirstAndTenantsInTurn() {
        owners.limit(held(1));
        owners.reserve("a0", ONE.by("A"));
        for (int i = 1; i <= 4; i++) {
            owners.reserve("a" + i, PATIENT.by("A").first(i == 3 ? 5 : 0));
        }
        owners.reserve("b1", PATIENT.by("B"));

        String last = "a0";
        for (int i = 0; i < 5; i++) {
            owners.settle(last, tokens(60, 40));
            last = List.copyOf(owners.granted.keySet()).getLast();
        }

        assertThat(owners.granted.keySet()).containsExactly("a0", "a3", "b1", "a1", "a2", "a4");
    }

    @Test
    void closesTheGateUntilTheLatestHintAndRefusesWhomItOutlasts() {
        owners.limit(perMinute(REQUESTS, 100));
        owners.throttled(5_000, null, null);
        owners.throttled(13_000, null, null);
        owners.throttled(2_000, null, null);
        assertThat(owners.view().gateUntil()).isEqualTo(Instant.ofEpochMilli(owners.now + 13_000));
        assertThat(owners.view().factor()).isEqualTo(0.5);

        owners.reserve("hasty", ONE.waiting(12_000));
        owners.reserve("patient", ONE.waiting(14_000));
        long began = owners.now;
        beatFor(14_000);

        assertThat(owners.refusal("hasty").getReason()).isEqualTo(LedgerRefusal.GATE_CLOSED);
        assertThat(owners.refusal("hasty").getRetryAfterMillis()).isEqualTo(13_000);
        assertThat(owners.grantedAt("patient")).isEqualTo(began + 13_000);
    }

    @Test
    void halvesOncePerGateAndRecoversByTheTwentieth() {
        owners.limit(perMinute(REQUESTS, 100));
        owners.throttled(1_000, null, null);
        owners.throttled(1_000, null, null);

        owners.pass(1_000);
        assertThat(grantsAtOnce("first", 100)).isEqualTo(50);
        owners.pass(2_000);
        assertThat(owners.view().factor()).isEqualTo(0.55, within(1e-9));
        assertThat(grantsAtOnce("second", 100)).isEqualTo(5);
        owners.throttled(1_000, null, null);
        owners.pass(1_000);
        assertThat(owners.view().factor()).isEqualTo(0.275, within(1e-9));
        owners.pass(28_000);
        assertThat(owners.view().factor()).isEqualTo(0.975, within(1e-9));
        owners.pass(2_000);
        assertThat(owners.view().factor()).isEqualTo(1);
    }

    @Test
    void halvesForComplaintsThatNameNoTime() {
        owners.limit(held(10));
        owners.throttled(0, null, null);
        owners.throttled(0, null, null);

        owners.pass(1_000);

        assertThat(grantsAtOnce("a", 10)).isEqualTo(5);
        assertThat(owners.refusal("a9").getLimit())
                .isEqualTo("10 requests at a time, 50 % of it since the provider complained");
    }

    @Test
    void grantsALargeOneAloneWhileLessThanItNeedsIsGranted() {
        owners.limit(perMinute(TOKENS, 1_000));
        owners.throttled(1_000, null, null);
        owners.pass(1_000);

        owners.reserve("large", ONE.of(tokens(900, 0)));

        assertThat(owners.granted).containsOnlyKeys("large");
    }

    @Test
    void chargesWhatTheProviderCountedAndTheLedgerDidNot() {
        owners.limit(perMinute(TOKENS, 1_000));
        owners.reserve("a", ONE);

        owners.throttled(1_010, TOKENS, 900L);
        owners.throttled(1_020, TOKENS, 900L);
        owners.pass(1_020);

        assertThat(owners.view().uses().getFirst().used()).isEqualTo(800);
        assertThat(owners.view().today()).isEqualTo(tokens(60, 40));
        owners.pass(61_100);
        assertThat(owners.view().uses().getFirst().used()).isZero();
    }

    @Test
    void holdsTheClientsClockAgainstItself() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.now -= 3_600_000;
        owners.reserve("b", ONE.waiting(5_000));
        owners.now += 3_600_000;

        beatFor(4_900);
        assertThat(owners.view().waiting()).isOne();
        beatFor(100);
        assertThat(owners.refused).containsOnlyKeys("b");
    }

    @Test
    void doesNotGrantToWhoDiedWithTheOwner() {
        owners.limit(held(1));
        owners.reserve("a", ONE.holding(4_000));
        owners.reserve("of a dead one", PATIENT.from("dead"));
        owners.reserve("b", PATIENT);

        owners.die();
        owners.pass(6_000);
        owners.takeOver();
        assertThat(owners.granted).containsOnlyKeys("a");
        beatFor(250);

        assertThat(owners.granted).containsOnlyKeys("a", "b");
    }

    @Test
    void grantsNothingThatWasWithdrawnWhileNobodyWasThere() {
        owners.limit(held(1));
        owners.reserve("a", ONE);
        owners.reserve("b", PATIENT);
        owners.die();
        owners.settle("a", tokens(60, 40));
        owners.cancel("b");
        owners.pass(3_000);

        owners.takeOver();
        beatFor(2_000);

        assertThat(owners.granted).containsOnlyKeys("a");
        assertThat(owners.refused).isEmpty();
        assertThat(owners.view().waiting()).isZero();
    }

    private int grantsAtOnce(String name, int asks) {
        int before = owners.granted.size();
        for (int i = 0; i < asks; i++) {
            owners.reserve(name + i, ONE);
        }
        return owners.granted.size() - before;
    }

    /** Lets time pass in which the client says that it lives. */
    private void beatFor(long millis) {
        long end = owners.now + millis;
        while (owners.now < end) {
            owners.beat("client");
            owners.pass(Math.min(250, end - owners.now));
        }
        owners.beat("client");
    }

    @Test
    void whatCannotBeDecidedOnIsRefusedAndTheOthersGoOn() {
        owners.limit(perMinute(REQUESTS, 2));
        Reserve broken = Reserve.newBuilder()
                .setId("broken")
                .setTenant("tenant")
                .setLane("batch")
                .setPriority(0)
                .setAmounts(tokens(1, 1))
                .setWaitUntil(Instant.EPOCH)
                .setHoldMillis(1_000)
                .build();
        broken.put(broken.getSchema().getField("amounts").pos(), null);

        owners.send(Owners.BUDGET, "client", broken);
        owners.send(Owners.BUDGET, "client", "no request at all");
        owners.reserve("a", ONE);

        assertThat(owners.refusal("broken").getReason()).isEqualTo(LedgerRefusal.UNKNOWN);
        assertThat(owners.granted).containsOnlyKeys("a");
        owners.send(Owners.BUDGET, "client", broken);
        assertThat(owners.journal)
                .as("answered once")
                .filteredOn(Owners::isRefusal)
                .hasSize(1);
        owners.die();
        owners.takeOver();
        assertThat(owners.journal)
                .as("a successor passes it over")
                .filteredOn(Owners::isRefusal)
                .hasSize(1);
    }

    @Test
    void whatAProviderShowsInGoodAnswersIsCountedAndClosesNothing() {
        owners.limit(perMinute(REQUESTS, 10));
        owners.reserve("a", ONE);
        Throttled shown = new Throttled(Ledger.NOTHING_REFUSED, REQUESTS, BudgetWindow.MINUTE, 8L, "2 remaining");

        owners.send(Owners.BUDGET, "client", shown);
        owners.send(Owners.BUDGET, "client", shown);

        assertThat(owners.view().uses().getFirst().taken())
                .as("once, whoever says so")
                .isEqualTo(8);
        assertThat(owners.view().gateUntil()).isNull();
        assertThat(owners.view().factor()).isEqualTo(1);
        owners.reserve("b", ONE);
        owners.reserve("c", ONE);
        owners.reserve("d", ONE);
        assertThat(owners.granted).containsOnlyKeys("a", "b", "c");
    }
}
