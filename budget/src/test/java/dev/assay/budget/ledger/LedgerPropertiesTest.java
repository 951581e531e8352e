package dev.assay.budget.ledger;

import static dev.assay.budget.ledger.Owners.held;
import static dev.assay.budget.ledger.Owners.perDay;
import static dev.assay.budget.ledger.Owners.perMinute;
import static dev.assay.budget.ledger.Owners.tokens;
import static dev.assay.schemas.BudgetMeasure.INPUT_TOKENS;
import static dev.assay.schemas.BudgetMeasure.OUTPUT_TOKENS;
import static dev.assay.schemas.BudgetMeasure.REQUESTS;
import static dev.assay.schemas.BudgetMeasure.TOKENS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.ledger.Owners.Ask;
import dev.assay.schemas.Granted;
import dev.assay.schemas.Refused;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds whatever happens, on simulated time. */
class LedgerPropertiesTest {
    private final Owners owners = new Owners();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noMinuteOfTheProvidersHoldsMoreThanTheLimit(long seed) {
        Random random = new Random(seed);
        long requests = random.nextLong(100, 400);
        long tokens = random.nextLong(8_000, 40_000);
        long calls = random.nextLong(5, 60);
        owners.limit(perMinute(REQUESTS, requests), perMinute(TOKENS, tokens), held(calls));
        FleetLoad load = new FleetLoad(owners, seed);
        load.cancels = 0.05;
        load.deaths = 0.02;
        load.callMillis = seed % 2 == 0 ? 400 : 5_000;
        for (int i = 0; i < 8; i++) {
            load.run(random.nextLong(20_000, 40_000));
            switch (random.nextInt(4)) {
                case 0 -> owners.takeSnapshot();
                case 1 -> load.failOver(random.nextLong(100, 8_000));
                case 2 -> owners.throttled(random.nextLong(10, 3_000), TOKENS, random.nextLong(40_000));
                default -> load.failOver(0);
            }
        }

        assertThat(load.provider.peakRequests()).isLessThanOrEqualTo(requests);
        assertThat(load.provider.peakTokens()).isLessThanOrEqualTo(tokens);
        assertThat(load.peakInFlight()).isLessThanOrEqualTo(Math.toIntExact(calls));
        assertThat(load.provider.size()).isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource({"1, 5000, 0.975", "2, 2000, 0.975", "3, 300, 0.985"})
    void theLimitIsUsedWhileThereIsABacklog(long seed, long callMillis, double least) {
        owners.limit(perMinute(REQUESTS, 600), perMinute(TOKENS, 60_000));
        FleetLoad load = new FleetLoad(owners, seed);
        load.cancels = 0.02;
        load.callMillis = callMillis;
        long began = owners.now;

        load.run(300_000);

        // Mean of the sliding minutes once the first is full, of the limit that is nearer.
        double requests = 0;
        double tokens = 0;
        int minutes = 0;
        for (long end = began + 61_000; end <= began + 300_000; end += 500) {
            requests += load.provider.requestsBetween(end - 60_000, end) / 600.0;
            tokens += load.provider.tokensBetween(end - 60_000, end) / 60_000.0;
            minutes++;
        }
        assertThat(Math.max(requests, tokens) / minutes).isBetween(least, 1.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyGrantIsWithinTheLimitsInForceAndWhoReadsTheJournalKnowsWhatTheOwnerKnows(long seed) {
        Random random = new Random(seed);
        owners.limit(perMinute(REQUESTS, 200), perMinute(INPUT_TOKENS, 20_000), held(20), perDay(TOKENS, 30_000));
        owners.now += 13 * 3_600_000 + 3_500_000;
        Books books = new Books();
        owners.watch = entry -> books.check(entry, requireNonNull(owners.limits.get(Owners.BUDGET)));
        FleetLoad load = new FleetLoad(owners, seed);
        load.deaths = 0.05;
        load.cancels = 0.05;
        for (int i = 0; i < 12; i++) {
            load.run(random.nextLong(1_000, 30_000));
            if (random.nextBoolean()) {
                owners.throttled(random.nextLong(10, 3_000), REQUESTS, random.nextLong(400));
            }
            if (random.nextBoolean()) {
                owners.limit(
                        perMinute(REQUESTS, random.nextLong(100, 300)),
                        held(random.nextLong(1, 30)),
                        perDay(TOKENS, 20_000));
                owners.tick();
            }
            assertThat(owners.stateOf(owners.ledger)).isEqualTo(owners.stateOf(owners.reader));
            if (random.nextInt(3) == 0) {
                owners.takeSnapshot();
            }
            if (random.nextBoolean()) {
                load.failOver(random.nextLong(5_000));
                assertThat(owners.stateOf(owners.ledger)).isEqualTo(owners.stateOf(owners.reader));
            }
        }
        assertThat(owners.granted).hasSizeGreaterThan(100);
    }

    @Test
    void aLargeOneAmongSmallOnesStartsWithinTwoWindows() {
        owners.limit(perMinute(REQUESTS, 600), perMinute(TOKENS, 60_000));
        FleetLoad load = new FleetLoad(owners, 1);
        load.run(90_000);
        long asked = owners.now;

        owners.reserve("large", Ask.ONE.of(tokens(20_000, 0)).waiting(300_000));
        load.run(125_000);

        assertThat(owners.grantedAt("large")).isLessThan(asked + 2 * 61_000);
        assertThat(load.provider.peakTokens()).isLessThanOrEqualTo(60_000);
    }

    @Test
    void aFewOfOneTenantAreNotBehindThousandsOfAnother() {
        owners.limit(perMinute(REQUESTS, 600));
        for (int i = 0; i < 3_000; i++) {
            owners.reserve("a" + i, Ask.ONE.by("A").waiting(600_000));
        }
        FleetLoad nobody = new FleetLoad(owners, 1);
        nobody.backlog = 0;
        nobody.run(20_000);
        for (int i = 0; i < 10; i++) {
            owners.reserve("b" + i, Ask.ONE.by("B").waiting(600_000));
        }
        long asked = owners.now;
        nobody.run(70_000);

        for (int i = 0; i < 10; i++) {
            // The window was emptied at once by A's first 600 and frees at once a minute later.
            assertThat(owners.grantedAt("b" + i)).isLessThan(asked + 42_000);
        }
    }

    @Test
    void aBurstSendsNoMoreThanTheLimitInItsFirstMinute() {
        owners.limit(perMinute(REQUESTS, 100));
        FleetLoad load = new FleetLoad(owners, 7);
        load.backlog = 1_022;
        long began = owners.now;

        load.run(130_000);

        assertThat(load.provider.requestsBetween(began, began + 60_000)).isEqualTo(100);
        assertThat(load.provider.peakRequests()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsTakenAboveTheReservationIsBoundedByWhatIsInFlightAndPaidBack(long seed) {
        owners.limit(perMinute(TOKENS, 20_000), held(10));
        FleetLoad load = new FleetLoad(owners, seed);
        load.outputShare = 4;
        load.run(200_000);
        // 10 in flight, each with at most 59 output tokens more three times over.
        assertThat(load.provider.peakTokens()).isBetween(20_001L, 20_000L + 10 * 3 * 59);

        load.outputShare = 1;
        long better = owners.now;
        load.run(100_000);

        // Once those in flight then have ended, no minute is above the limit, not even one that holds them.
        for (long end = better + load.callMillis; end < owners.now; end += 250) {
            assertThat(load.provider.tokensBetween(end - 60_000, end)).isLessThanOrEqualTo(20_000);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void askingAgainAfterTheTimeThatARefusalNamesSucceeds(long seed) {
        Random random = new Random(seed);
        owners.limit(perMinute(REQUESTS, 40), perMinute(INPUT_TOKENS, 3_000), perMinute(OUTPUT_TOKENS, 3_000));
        int refusals = 0;
        for (int i = 0; i < 400; i++) {
            String id = "r" + i;
            Ask ask = Ask.ONE.of(tokens(random.nextLong(1, 900), random.nextLong(1, 900)));
            owners.reserve(id, ask);
            Refused refused = owners.refused.get(id);
            if (refused != null) {
                refusals++;
                owners.pass(refused.getRetryAfterMillis());
                owners.reserve(id + " again", ask);
                assertThat(owners.granted).as("%s after %s", id, refused).containsKey(id + " again");
            } else if (random.nextInt(10) == 0) {
                owners.throttled(random.nextLong(1, 5_000), null, null);
            } else {
                owners.pass(random.nextLong(2_000));
            }
        }
        assertThat(refusals).isGreaterThan(20);
    }

    @Test
    void aRefusalBehindOthersNamesATimeWhenTheyAreServed() {
        owners.limit(perMinute(REQUESTS, 10));
        for (int i = 0; i < 35; i++) {
            owners.reserve("r" + i, Ask.ONE.waiting(600_000));
        }
        owners.reserve("hasty", Ask.ONE);
        long retryAfter = owners.refusal("hasty").getRetryAfterMillis();
        FleetLoad nobody = new FleetLoad(owners, 1);
        nobody.backlog = 0;

        nobody.run(retryAfter);
        owners.reserve("again", Ask.ONE);

        assertThat(retryAfter).isBetween(2 * 61_100L, 4 * 61_100L);
        assertThat(owners.granted).containsKey("again").hasSize(36);
    }

    @Test
    void nothingIsKeptOfWhatIsOver() {
        owners.limit(perMinute(REQUESTS, 600), perDay(REQUESTS, 100_000));
        FleetLoad load = new FleetLoad(owners, 1);
        load.deaths = 0.1;
        load.run(60_000);
        owners.throttled(100, null, null);

        owners.pass(86_400_000);

        assertThat(owners.stateOf(owners.ledger)).isEmpty();
        assertThat(owners.stateOf(owners.reader)).isEmpty();
        assertThat(owners.ledger.nextTickMillis(owners.now)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void decidesFastWithTenThousandWaiting() {
        owners.limit(perMinute(REQUESTS, 100_000), perMinute(TOKENS, 1_000_000), held(500));
        for (int i = 0; i < 500; i++) {
            owners.reserve("first" + i, Ask.ONE);
        }
        for (int i = 0; i < 10_000; i++) {
            owners.reserve("w" + i, Ask.ONE.by("tenant" + i % 50).waiting(500_000));
        }
        long began = System.nanoTime();
        for (int i = 0; i < 5_000; i++) {
            owners.reserve("more" + i, Ask.ONE.by("tenant" + i % 50).waiting(500_000));
            owners.settle(((Granted) owners.grants.get(i).getEvent()).getId(), tokens(60, 40));
            owners.pass(1);
        }
        double millis = (System.nanoTime() - began) / 1e6 / 10_000;

        assertThat(owners.view().waiting()).isEqualTo(10_000);
        assertThat(millis).isLessThan(1);
    }
}
