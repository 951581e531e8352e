package dev.assay.worker.route;

import static dev.assay.worker.route.PlanDriver.LARGE;
import static dev.assay.worker.route.PlanDriver.OTHER;
import static dev.assay.worker.route.PlanDriver.fail;
import static dev.assay.worker.route.PlanDriver.limit;
import static dev.assay.worker.route.PlanDriver.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Account;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.HandClock;
import dev.assay.worker.call.CallRequest;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelCall;
import dev.assay.worker.call.Payer;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.LimitScope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RouteCallTest {
    private final HandClock clock = new HandClock();
    private final List<CallRequest> calls = new ArrayList<>();
    private final Deque<Function<Candidate, Reply>> world = new ArrayDeque<>();
    private Duration left = Duration.ofHours(1);

    @AfterEach
    void leavesNoInterruptBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void everyPhysicalCallHasANumberOfItsOwn() {
        world.add(candidate -> fail(candidate, FailureKind.TRANSIENT));
        world.add(candidate ->
                refuse(FailureKind.CIRCUIT_OPEN, FailureKind.CIRCUIT_OPEN, Duration.ofMillis(700), candidate));
        world.add(PlanDriver::answer);

        Routed routed = ask(LARGE);

        assertThat(calls).extracting(CallRequest::attempt).containsExactly(1, 2, 2);
        assertThat(routed.attempts()).hasSize(2);
        assertThat(routed.retries()).isEqualTo(1);
        assertThat(routed.isPrimary()).isTrue();
    }

    @Test
    void whatWasWaitedForAHintIsWrittenToTheAttemptThatBroughtIt() {
        world.add(candidate -> fail(candidate, limit(LimitScope.ACCOUNT, Duration.ofSeconds(10))));
        world.add(PlanDriver::answer);

        Routed routed = ask(LARGE);

        assertThat(routed.attempts().getFirst().getWaitHintHonouredMillis()).isBetween(10_000L, 11_000L);
        assertThat(routed.attempts().getLast().getWaitHintHonouredMillis()).isNull();
    }

    @Test
    void aFallbacksAnswerIsTheFallbacks() {
        world.add(candidate -> fail(candidate, FailureKind.MODEL_GONE));
        world.add(PlanDriver::answer);

        Routed routed = ask(LARGE, OTHER);

        assertThat(routed.candidate()).contains(OTHER);
        assertThat(routed.isPrimary()).isFalse();
        assertThat(routed.fallbackReason()).contains(FailureKind.MODEL_GONE);
        assertThat(routed.passedOver()).singleElement().satisfies(passed -> {
            assertThat(passed.getCandidate()).isEqualTo("alpha/large");
            assertThat(passed.getReason()).startsWith("MODEL_GONE");
        });
    }

    @Test
    void theFirstCallLeavesTimeForTheFallbackAndForTheResult() {
        left = Duration.ofSeconds(30);
        world.add(PlanDriver::answer);

        ask(LARGE, OTHER);

        long given = calls.getFirst().deadlineNanos();
        assertThat(Duration.ofNanos(given)).isEqualTo(Duration.ofMillis(19_500));
    }

    @Test
    void anInterruptEndsTheWait() {
        world.add(candidate -> {
            Thread.currentThread().interrupt();
            return fail(candidate, FailureKind.TRANSIENT);
        });

        Routed routed = ask(LARGE);

        assertThat(routed.step())
                .isInstanceOfSatisfying(
                        Step.End.class, end -> assertThat(end.reply()).isInstanceOf(Reply.Cancelled.class));
        assertThat(routed.attempts()).hasSize(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void trap4ASlotIsNotHeldLongerThanTheEntryTimeHoweverOftenTheWaitIsCutUp() {
        for (int i = 0; i < 100; i++) {
            world.add(candidate ->
                    refuse(FailureKind.RATE_LIMITED, FailureKind.RATE_LIMITED, Duration.ofMillis(800), candidate));
        }

        Routed routed = ask(LARGE);

        assertThat(routed.step()).isInstanceOf(Step.Park.class);
        assertThat(clock.pauses.stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofSeconds(28), Duration.ofSeconds(30));
    }

    @Test
    void waitingForRoomUsesUpTheEntryTimeAndRaisesTheClaim() {
        for (int i = 0; i < 10; i++) {
            world.add(candidate -> {
                clock.move(Duration.ofSeconds(12));
                return refuse(FailureKind.RPM_EXHAUSTED, FailureKind.RPM_EXHAUSTED, Duration.ofMillis(500), candidate);
            });
        }

        Routed routed = ask(LARGE);

        assertThat(routed.step()).isInstanceOf(Step.Park.class);
        assertThat(calls).extracting(call -> call.budgetWait().toSeconds()).containsExactly(30L, 17L, 5L);
        assertThat(calls).extracting(call -> call.payer().priority()).containsExactly(0, 1, 2);
        assertThat(calls.get(2).permitWait()).isBetween(Duration.ofSeconds(24), Duration.ofSeconds(26));
    }

    @Test
    void aParkedJobTakesItsAttemptsAlong() {
        List<Attempt> before = List.of(PlanDriver.attempt(LARGE, FailureKind.RATE_LIMITED));
        world.add(PlanDriver::answer);

        Routed routed = new RouteCall(pipeline(), clock, new Random(1)).ask(request(before, LARGE));

        assertThat(calls.getFirst().attempt()).isEqualTo(2);
        assertThat(routed.attempts()).hasSize(2);
        assertThat(routed.retries()).isEqualTo(1);
    }

    private Routed ask(Candidate... candidates) {
        return new RouteCall(pipeline(), clock, new Random(1)).ask(request(List.of(), candidates));
    }

    private ModelCall pipeline() {
        return request -> {
            calls.add(request);
            return world.removeFirst().apply(request.candidate());
        };
    }

    private RouteRequest request(List<Attempt> before, Candidate... candidates) {
        return new RouteRequest(
                PlanDriver.route(candidates),
                Demand.plain(),
                "{\"messages\":[]}",
                "run/job/0/1",
                LaneDefaults.of("batch"),
                null,
                null,
                left.toNanos(),
                Duration.ZERO,
                null,
                new Payer("tenant-a", "batch", Account.EVAL, 0, ""),
                before,
                List.of());
    }
}
