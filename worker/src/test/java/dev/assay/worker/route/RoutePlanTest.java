package dev.assay.worker.route;

import static dev.assay.worker.route.PlanDriver.LARGE;
import static dev.assay.worker.route.PlanDriver.OTHER;
import static dev.assay.worker.route.PlanDriver.SMALL;
import static dev.assay.worker.route.PlanDriver.answer;
import static dev.assay.worker.route.PlanDriver.decline;
import static dev.assay.worker.route.PlanDriver.fail;
import static dev.assay.worker.route.PlanDriver.limit;
import static dev.assay.worker.route.PlanDriver.refuse;
import static dev.assay.worker.route.PlanDriver.route;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Unanswered;
import dev.assay.schemas.topics.Keys;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import dev.assay.worker.failure.LimitScope;
import dev.assay.worker.failure.WaitClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoutePlanTest {
    private static final Duration DAY = Duration.ofHours(24);

    @ParameterizedTest
    @CsvSource({
        "RATE_LIMITED, 4",
        "TRANSIENT, 3",
        "OVERLOADED, 2",
        "TIMEOUT, 3",
        "STREAM_BROKEN, 2",
        "MODEL_GONE, 1",
        "CONTENT_FILTERED, 1",
        "CONTEXT_TOO_LONG, 1",
        "NEVER_FITS, 1",
        "BAD_REQUEST, 1",
        "BAD_RESPONSE, 1",
        "UNKNOWN, 2"
    })
    void asksTheOnlyCandidateAsOftenAsTheTableSays(FailureKind kind, int calls) {
        PlanDriver driver = PlanDriver.of(LARGE);
        driver.entry = DAY;

        Step end = driver.run(candidate -> fail(candidate, kind));

        assertThat(driver.asked()).hasSize(calls).containsOnly("large");
        assertThat(end).isInstanceOf(Step.End.class);
    }

    @Test
    void backsOffAsTabledWithinThirtyPercent() {
        for (FailureKind kind : List.of(FailureKind.TRANSIENT, FailureKind.TIMEOUT, FailureKind.RATE_LIMITED)) {
            PlanDriver driver = PlanDriver.of(LARGE);
            driver.entry = DAY;
            List<Long> askedAt = new ArrayList<>();
            driver.run(candidate -> {
                askedAt.add(driver.now);
                return fail(candidate, kind);
            });

            List<Duration> pauses = FailureTable.row(kind).backoffs();
            for (int i = 0; i < pauses.size(); i++) {
                double pause = askedAt.get(i + 1) - askedAt.get(i);
                assertThat(pause / pauses.get(i).toNanos()).isBetween(0.69, 1.31);
            }
        }
    }

    @Test
    void aHintWinsAndIsNeverCutShort() {
        PlanDriver driver = PlanDriver.of(LARGE);
        List<Long> askedAt = new ArrayList<>();

        driver.run(candidate -> {
            askedAt.add(driver.now);
            return askedAt.size() == 1
                    ? fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofSeconds(13)))
                    : answer(candidate);
        });

        assertThat(askedAt).hasSize(2);
        assertThat(Duration.ofNanos(askedAt.get(1))).isBetween(Duration.ofSeconds(13), Duration.ofMillis(14_300));
    }

    @Test
    void aProviderThatStaysCrowdedIsAskedAsOftenAsTheTableSays() {
        PlanDriver driver = PlanDriver.of(LARGE);
        driver.entry = DAY;

        driver.run(candidate -> fail(candidate, crowded()));

        assertThat(driver.asked()).hasSize(4);
    }

    private static Failure crowded() {
        return new Failure(
                FailureKind.RATE_LIMITED,
                LimitScope.MODEL,
                WaitClass.CONCURRENCY,
                Optional.empty(),
                "rule",
                false,
                "too many at once",
                "");
    }

    @Test
    void trap8AShortHintIsWaitedForInsteadOfFallingBack() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);
        int[] calls = {0};

        driver.run(candidate -> calls[0]++ == 0
                ? fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofSeconds(13)))
                : answer(candidate));

        assertThat(driver.asked()).containsExactly("large", "large");
        assertThat(driver.plan.fallbackReason()).isEmpty();
    }

    @Test
    void fallsBackAtOnceWhenTheHintIsLongerThanASlotIsHeld() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);

        driver.run(candidate -> candidate.equals(LARGE)
                ? fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofDays(1)))
                : answer(candidate));

        assertThat(driver.log).containsExactly("ask large", "ask other");
        assertThat(driver.plan.fallbackReason()).contains(FailureKind.RATE_LIMITED);
    }

    @Test
    void anAccountsLimitIsNotEscapedWithinTheAccount() {
        PlanDriver driver = PlanDriver.of(LARGE, SMALL);

        Step end = driver.run(candidate -> fail(candidate, limit(LimitScope.UNKNOWN, Duration.ofMinutes(50))));

        assertThat(driver.asked()).containsExactly("large");
        assertThat(end)
                .isInstanceOfSatisfying(
                        Step.Park.class,
                        park -> assertThat(park.pause()).isGreaterThanOrEqualTo(Duration.ofMinutes(50)));
    }

    @Test
    void aJobParkedForAHintComesBackWhenItsGateIsOpenedBeforeItsTime() {
        for (LimitScope scope : List.of(LimitScope.ACCOUNT, LimitScope.MODEL)) {
            PlanDriver driver = PlanDriver.of(LARGE);

            Step end = driver.run(candidate -> fail(candidate, limit(scope, Duration.ofHours(1))));

            String model = scope == LimitScope.MODEL ? LARGE.model() : "";
            assertThat(end)
                    .isInstanceOfSatisfying(
                            Step.Park.class,
                            park -> assertThat(park.heldBy()).contains(Keys.gate(LARGE.account(), model)));
        }
    }

    @Test
    void aModelsLimitLeavesTheAccountsOtherModels() {
        PlanDriver driver = PlanDriver.of(LARGE, SMALL);

        driver.run(candidate -> candidate.equals(LARGE)
                ? fail(candidate, limit(LimitScope.MODEL, Duration.ofMinutes(50)))
                : answer(candidate));

        assertThat(driver.asked()).containsExactly("large", "small");
    }

    @Test
    void trap4AHintBeyondTheDeadlineExpiresAShortLivedJobAtOnce() {
        PlanDriver driver = new PlanDriver(route(LARGE), Demand.plain(), Duration.ofSeconds(60));

        Step end = driver.run(candidate -> fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofDays(1))));

        assertThat(end).isInstanceOf(Step.Expire.class);
        assertThat(driver.log).containsExactly("ask large");
    }

    @Test
    void trap4AHintBeyondTheDeadlineParksALongLivedJobBecauseHintsLie() {
        PlanDriver driver = new PlanDriver(route(LARGE), Demand.plain(), Duration.ofHours(20));

        Step end = driver.run(candidate -> fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofDays(1))));

        assertThat(end)
                .isInstanceOfSatisfying(
                        Step.Park.class, park -> assertThat(park.pause()).isEqualTo(Duration.ofHours(1)));
    }

    @Test
    void trap8WithEveryCandidateClosedTheEarliestReopeningIsWaitedFor() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);
        Map<String, Long> closedUntil = Map.of("large", 20_000_000_000L, "other", 9_000_000_000L);

        driver.run(candidate -> {
            long until = closedUntil.getOrDefault(candidate.model(), 0L);
            return driver.now < until
                    ? refuse(
                            FailureKind.CIRCUIT_OPEN,
                            FailureKind.CIRCUIT_OPEN,
                            Duration.ofNanos(until - driver.now),
                            candidate)
                    : answer(candidate);
        });

        assertThat(driver.asked().getLast()).isEqualTo("other");
        assertThat(Duration.ofNanos(driver.now)).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(10));
    }

    @Test
    void anOpenBreakerIsLeftAtOnceForAnOpenCandidate() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);

        driver.run(candidate -> candidate.equals(LARGE)
                ? refuse(FailureKind.CIRCUIT_OPEN, FailureKind.CIRCUIT_OPEN, Duration.ofSeconds(5), candidate)
                : answer(candidate));

        assertThat(driver.log).containsExactly("ask large", "ask other");
        assertThat(driver.plan.fallbackReason()).contains(FailureKind.CIRCUIT_OPEN);
        assertThat(driver.plan.passedOver(Optional.of(OTHER)))
                .singleElement()
                .satisfies(passed -> assertThat(passed.getReason()).startsWith("CIRCUIT_OPEN"));
    }

    @Test
    void anOverloadIsLeftForTheSameProvidersNextModelFirst() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER, SMALL);

        driver.run(candidate -> candidate.equals(LARGE) ? fail(candidate, FailureKind.OVERLOADED) : answer(candidate));

        assertThat(driver.log).containsExactly("ask large", "ask small");
    }

    @Test
    void aTenantWhoseQuotaIsUsedUpGoesToTheCheaperCandidate() {
        Candidate cheaper = cheaper(SMALL);
        PlanDriver driver = PlanDriver.of(LARGE, OTHER, cheaper);

        driver.run(candidate -> candidate.isCheaper() ? answer(candidate) : spent(candidate));

        assertThat(driver.asked()).containsExactly("large", "other", "small");
        assertThat(driver.plan.fallbackReason()).contains(FailureKind.TENANT_QUOTA_EXHAUSTED);
    }

    @Test
    void aCandidateIsToldWhetherACheaperOneIsStillInQuestion() {
        PlanDriver driver = PlanDriver.of(LARGE, cheaper(SMALL));
        assertThat(((Step.Ask) driver.next()).hasCheaper()).isTrue();

        driver.run(candidate -> candidate.isCheaper()
                ? fail(candidate, FailureKind.MODEL_GONE)
                : driver.asked().size() == 1 ? fail(candidate, FailureKind.MODEL_GONE) : answer(candidate));

        assertThat(((Step.Ask) PlanDriver.of(LARGE, OTHER).next()).hasCheaper()).isFalse();
    }

    @Test
    void aTenantThatHasNothingLeftWaitsForTheDayToTurn() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);

        Step.Park park = (Step.Park) driver.run(RoutePlanTest::spent);

        assertThat(park.why()).isEqualTo(FailureKind.TENANT_QUOTA_EXHAUSTED);
        assertThat(park.pause()).isEqualTo(Duration.ofHours(5));
        assertThat(driver.asked()).containsExactly("large", "other");
    }

    @Test
    void aTenantThatHasNothingLeftTakesThePreparedFallbackWhereItsPolicySaysSo() {
        Demand demand = new Demand(Set.of(), 0, null, false, false, true, true);
        PlanDriver driver = new PlanDriver(route(LARGE, OTHER), demand, DAY);

        Step.Prepared prepared = (Step.Prepared) driver.run(RoutePlanTest::spent);

        assertThat(prepared.why()).isEqualTo(FailureKind.TENANT_QUOTA_EXHAUSTED);
    }

    @Test
    void whatNeverFitsOneLimitMayFitAnother() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);

        driver.run(candidate -> candidate.equals(LARGE) ? neverFits() : answer(candidate));

        assertThat(driver.asked()).containsExactly("large", "other");
    }

    @Test
    void whatFitsNowhereEndsWithThatAsItsReason() {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);

        Step.End end = (Step.End) driver.run(candidate -> neverFits());

        assertThat(((Reply.Failed) end.reply()).failure().kind()).isEqualTo(FailureKind.NEVER_FITS);
    }

    @Test
    void oneBudgetHoldsForTheWholeChain() {
        Route route = new Route("r", List.of(LARGE, SMALL, OTHER), OnAccountBlock.WAIT, 5, true);
        PlanDriver driver = new PlanDriver(route, Demand.plain(), DAY);
        driver.entry = DAY;

        driver.run(candidate -> fail(candidate, FailureKind.TRANSIENT));

        assertThat(driver.asked()).containsExactly("large", "large", "large", "small", "small");
    }

    @Test
    void aFilteredRequestIsShownToNoOtherModel() {
        for (Reply reply : List.of(
                fail(LARGE, FailureKind.CONTENT_FILTERED),
                decline(LARGE, Unanswered.FILTERED, FailureKind.CONTENT_FILTERED))) {
            PlanDriver driver = PlanDriver.of(LARGE, OTHER);

            Step end = driver.run(candidate -> reply);

            assertThat(driver.asked()).containsExactly("large");
            assertThat(end).isEqualTo(new Step.End(reply));
        }
    }

    @Test
    void aLongRequestGoesToALongerContextOnly() {
        Candidate narrow = window(LARGE, 8_000);
        Candidate alike = window(SMALL, 8_000);
        Candidate wide = window(OTHER, 128_000);
        PlanDriver driver = new PlanDriver(route(narrow, alike, wide), Demand.plain(), DAY);

        driver.run(candidate ->
                candidate.equals(wide) ? answer(candidate) : fail(candidate, FailureKind.CONTEXT_TOO_LONG));

        assertThat(driver.asked()).containsExactly("large", "other");
    }

    @Test
    void aCandidateThatCannotHoldTheRequestIsNotAsked() {
        Demand demand = new Demand(Set.of(), 9_000, null, false, false, false, false);
        PlanDriver driver = new PlanDriver(route(window(LARGE, 8_000), window(OTHER, 16_000)), demand, DAY);

        driver.run(PlanDriver::answer);

        assertThat(driver.asked()).containsExactly("other");
        assertThat(driver.plan.fallbackReason()).contains(FailureKind.CONTEXT_TOO_LONG);
    }

    @Test
    void noCandidateMeansNoCall() {
        Demand demand = new Demand(Set.of(Need.TOOLS), 0, null, false, false, false, false);
        Candidate textOnly =
                new Candidate("alpha", "alpha", "text", Optional.empty(), null, Set.of("json"), null, false);
        PlanDriver driver = new PlanDriver(route(textOnly), demand, DAY);

        assertThat(driver.run(PlanDriver::answer))
                .isInstanceOfSatisfying(
                        Step.NoCandidate.class, none -> assertThat(none.words()).contains("tools"));
        assertThat(driver.asked()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"QUOTA_EXHAUSTED", "AUTH_FAILED"})
    void aBlockedAccountParksItsJobsAndDeadLettersNone(FailureKind kind) {
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);
        int[] calls = {0};

        Step end = driver.run(candidate -> calls[0]++ == 0
                ? fail(candidate, kind)
                : refuse(FailureKind.PROVIDER_BLOCKED, kind, Duration.ofMinutes(1), candidate));

        assertThat(end).isInstanceOfSatisfying(Step.Park.class, park -> {
            assertThat(park.heldBy()).contains("alpha");
            assertThat(park.pause()).isGreaterThan(Duration.ofSeconds(50));
        });
        assertThat(driver.log).containsExactly("ask large", "wait", "ask large");
    }

    @Test
    void anEmptyAccountIsLeftForAnotherWhereTheRouteOptsIn() {
        Route route = new Route("r", List.of(LARGE, SMALL, OTHER), OnAccountBlock.SWITCH, 8, true);
        PlanDriver driver = new PlanDriver(route, Demand.plain(), DAY);

        driver.run(candidate ->
                candidate.equals(OTHER) ? answer(candidate) : fail(candidate, FailureKind.QUOTA_EXHAUSTED));

        assertThat(driver.asked()).containsExactly("large", "other");
        assertThat(driver.plan.fallbackReason()).contains(FailureKind.QUOTA_EXHAUSTED);
    }

    @Test
    void aRefusedKeyIsNeverEscaped() {
        Route route = new Route("r", List.of(LARGE, OTHER), OnAccountBlock.SWITCH, 8, true);
        PlanDriver driver = new PlanDriver(route, Demand.plain(), DAY);
        int[] calls = {0};

        Step end = driver.run(candidate -> calls[0]++ == 0
                ? fail(candidate, FailureKind.AUTH_FAILED)
                : refuse(FailureKind.PROVIDER_BLOCKED, FailureKind.AUTH_FAILED, Duration.ofMinutes(1), candidate));

        assertThat(driver.asked()).containsOnly("large");
        assertThat(end).isInstanceOf(Step.Park.class);
    }

    @Test
    void aPreparedFallbackAnswersForABlockedAccount() {
        Demand demand = new Demand(Set.of(), 0, null, false, false, true, false);
        PlanDriver driver = new PlanDriver(route(LARGE), demand, DAY);

        Step end = driver.run(candidate -> fail(candidate, FailureKind.QUOTA_EXHAUSTED));

        assertThat(end)
                .isInstanceOfSatisfying(
                        Step.Prepared.class,
                        prepared -> assertThat(prepared.why()).isEqualTo(FailureKind.QUOTA_EXHAUSTED));
        assertThat(driver.log).containsExactly("ask large");
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSIENT", "OVERLOADED", "TIMEOUT", "STREAM_BROKEN", "UNKNOWN"})
    void whatMayHaveBeenDoneIsNotRepeated(FailureKind kind) {
        Demand demand = new Demand(Set.of(), 0, null, true, false, false, false);
        PlanDriver driver = new PlanDriver(route(LARGE, OTHER), demand, DAY);

        driver.run(candidate -> fail(candidate, kind));

        assertThat(driver.asked()).containsExactly("large");
    }

    @Test
    void whatWasCertainlyNotDoneIsRepeated() {
        Demand demand = new Demand(Set.of(), 0, null, true, false, false, false);
        PlanDriver driver = new PlanDriver(route(LARGE), demand, DAY);
        int[] calls = {0};

        driver.run(candidate -> calls[0]++ == 0
                ? fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofSeconds(2)))
                : answer(candidate));

        assertThat(driver.asked()).hasSize(2);
    }

    @Test
    void aTruncatedAnswerIsAskedForOnceMoreWithTwiceTheRoom() {
        Demand demand = new Demand(Set.of(), 0, null, false, true, false, false);
        PlanDriver driver = new PlanDriver(route(LARGE), demand, DAY);

        Step end = driver.run(candidate -> decline(candidate, Unanswered.TRUNCATED, FailureKind.TRUNCATED));

        assertThat(driver.log).containsExactly("ask large", "ask large grown");
        assertThat(end).isInstanceOf(Step.End.class);
    }

    @Test
    void aProxysPageIsTriedOnceMoreAndAModelsNonsenseIsNot() {
        Failure page = new Failure(
                FailureKind.BAD_RESPONSE,
                LimitScope.NONE,
                dev.assay.worker.failure.WaitClass.NONE,
                Optional.empty(),
                "body",
                true,
                "a page",
                "");
        PlanDriver driver = PlanDriver.of(LARGE, OTHER);

        driver.run(candidate -> fail(candidate, page));

        assertThat(driver.asked()).containsExactly("large", "large");
    }

    @Test
    void aRetryThatTheDeadlineDoesNotPayForIsNotMade() {
        PlanDriver driver = new PlanDriver(route(LARGE), Demand.plain(), Duration.ofSeconds(4));

        Step end = driver.run(candidate -> {
            driver.now += Duration.ofSeconds(2).toNanos();
            return fail(candidate, FailureKind.TRANSIENT);
        });

        assertThat(driver.asked()).hasSize(1);
        assertThat(end).isInstanceOf(Step.End.class);
    }

    @Test
    void timeIsKeptBackForTheFallback() {
        PlanDriver driver = new PlanDriver(route(LARGE, OTHER), Demand.plain(), Duration.ofSeconds(30));

        assertThat(driver.next())
                .isInstanceOfSatisfying(
                        Step.Ask.class, ask -> assertThat(ask.reserve()).isEqualTo(Duration.ofSeconds(10)));
    }

    @Test
    void aParkedJobGoesOnWhereItWas() {
        PlanDriver before = PlanDriver.of(LARGE);
        before.run(candidate -> fail(candidate, FailureKind.TRANSIENT));
        PlanDriver after = PlanDriver.of(LARGE, OTHER);
        after.entry = DAY;

        after.plan.resume(
                List.of(
                        PlanDriver.attempt(LARGE, FailureKind.TRANSIENT),
                        PlanDriver.attempt(LARGE, FailureKind.TRANSIENT)),
                List.of());
        after.run(candidate -> candidate.equals(OTHER) ? answer(candidate) : fail(candidate, FailureKind.TRANSIENT));

        assertThat(after.asked()).containsExactly("large", "other");
        assertThat(after.plan.fallbackReason()).contains(FailureKind.TRANSIENT);
        assertThat(after.plan.retries()).isEqualTo(2);
    }

    /** Whatever a world answers, a plan ends, keeps its budget, and never asks a candidate more than the table allows. */
    @Test
    void everyPlanEndsWithinItsBudget() {
        Random random = new Random(42);
        for (int round = 0; round < 20_000; round++) {
            int budget = 1 + random.nextInt(10);
            OnAccountBlock onBlock = any(random, OnAccountBlock.values());
            Route route = new Route("r", List.of(LARGE, SMALL, OTHER), onBlock, budget, random.nextBoolean());
            Demand demand = new Demand(
                    Set.of(), 0, null, random.nextBoolean(), random.nextBoolean(), random.nextInt(4) == 0, false);
            PlanDriver driver = new PlanDriver(route, demand, Duration.ofSeconds(random.nextInt(2_000)));
            Map<String, Integer> calls = new HashMap<>();

            Step end = driver.run(candidate -> {
                FailureKind kind = any(random, FailureKind.values());
                driver.now += random.nextInt(2_000) * 1_000_000L;
                return switch (random.nextInt(6)) {
                    case 0 -> refuse(FailureKind.CIRCUIT_OPEN, FailureKind.CIRCUIT_OPEN, pause(random), candidate);
                    case 1 ->
                        refuse(FailureKind.PROVIDER_BLOCKED, FailureKind.QUOTA_EXHAUSTED, pause(random), candidate);
                    case 2 -> refuse(FailureKind.RATE_LIMITED, FailureKind.RATE_LIMITED, pause(random), candidate);
                    default -> {
                        calls.merge(candidate.model(), 1, Integer::sum);
                        yield kind == FailureKind.CANCELLED
                                ? answer(candidate)
                                : kind == FailureKind.RATE_LIMITED
                                        ? fail(candidate, limit(any(random, LimitScope.values()), pause(random)))
                                        : fail(candidate, kind);
                    }
                };
            });

            assertThat(calls.values().stream().mapToInt(n -> n).sum()).isLessThanOrEqualTo(budget);
            assertThat(calls.values()).allMatch(n -> n <= 5);
            assertThat(end).isNotInstanceOfAny(Step.Ask.class, Step.Wait.class);
        }
    }

    private static Reply spent(Candidate candidate) {
        return refuse(
                FailureKind.TENANT_QUOTA_EXHAUSTED, FailureKind.TENANT_QUOTA_EXHAUSTED, Duration.ofHours(5), candidate);
    }

    private static Reply neverFits() {
        Failure failure = Failure.of(FailureKind.NEVER_FITS, "ledger", "tokens a minute: 40", "");
        return new Reply.Failed(List.of(), failure, Optional.empty());
    }

    private static Candidate cheaper(Candidate candidate) {
        return new Candidate(
                candidate.provider(), candidate.account(), candidate.model(), Optional.empty(), null, null, null, true);
    }

    private static <T> T any(Random random, T[] of) {
        return of[random.nextInt(of.length)];
    }

    private static Duration pause(Random random) {
        return Duration.ofMillis(100 + random.nextInt(60_000));
    }

    private static Candidate window(Candidate candidate, int tokens) {
        return new Candidate(
                candidate.provider(),
                candidate.account(),
                candidate.model(),
                Optional.empty(),
                tokens,
                null,
                null,
                false);
    }
}
