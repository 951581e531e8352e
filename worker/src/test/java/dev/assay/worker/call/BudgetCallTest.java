package dev.assay.worker.call;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.client.Answer;
import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.Throttled;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.Moment;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.meters.WorkerMeters;
import dev.assay.worker.spend.OutputBound;
import dev.assay.worker.spend.Spent;
import dev.assay.worker.spend.StartPace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The budget's stage against a provider over real HTTP: when it calls, what it charges, what it tells. */
class BudgetCallTest {
    private static final String BODY =
            "{\"max_tokens\":50,\"messages\":[{\"role\":\"user\",\"content\":\"What is it? PROMPT\"}]}";
    private static final String CALLS = BudgetIds.calls("eval-1", "m");
    private static final String OTHER_MODEL = BudgetIds.calls("eval-1", "other");
    private static final String QUOTA = BudgetIds.tenant("tenant-a", "batch", Account.EVAL);
    private static final Prices PRICES = new Prices(new BigDecimal("3"), null, new BigDecimal("15"));

    private final ProviderSimulator provider =
            ProviderSimulator.start(SimulatorSettings.standard().withLatency(new Latency.Fixed(Duration.ofMillis(5))));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScriptedBudgets ledger = new ScriptedBudgets();
    private final Gates gates = Composed.gates(Composed.PACE);
    private final WorkerMeters meters = new WorkerMeters(registry);
    private final Breakers breakers = new Breakers(BreakerSettings.standard(), meters.breakers(), Clock.system());
    private final ModelClients clients = new ModelClients(
            List.of(ProviderSettings.of("sim", provider.baseUrl(), null, "eval-1")),
            ProviderKeys.read(List.of(), name -> null),
            64,
            100_000);
    private OutputBound bound = OutputBound.CAP;
    private final ModelCall pipeline = pipeline();
    private Duration wait = Duration.ofSeconds(10);
    private boolean hasCheaper;

    @AfterEach
    void close() {
        clients.close();
        provider.close();
    }

    @Test
    void nothingIsReservedWhereNothingIsLimited() {
        assertThat(call("plain")).isInstanceOf(Reply.Answered.class);

        assertThat(ledger.wishes).isEmpty();
    }

    @Test
    void reservesWhatACallMayTakeAndSettlesWhatItTook() {
        ledger.limit(CALLS);
        ledger.limit(QUOTA);

        Reply.Answered answered = (Reply.Answered) call("one");

        TokenUsage usage = requireNonNull(answered.response().usage());
        assertThat(ledger.wishes).extracting(wish -> wish.budget()).containsExactly(CALLS, QUOTA);
        assertThat(ledger.wishes.getFirst().amounts().getOutputTokens()).isEqualTo(50);
        assertThat(ledger.wishes.getFirst().amounts().getInputTokens()).isGreaterThan(10);
        assertThat(ledger.wishes.getFirst().patience()).isBetween(Duration.ofSeconds(9), wait);
        assertThat(ledger.wishes.getLast().patience()).isZero();
        long micros = usage.getInput() * 3 + usage.getOutput() * 15;
        assertThat(ledger.settled)
                .containsExactly(
                        new ScriptedBudgets.End(CALLS, Spent.of(1, usage.getInput(), usage.getOutput(), micros), false),
                        new ScriptedBudgets.End(
                                QUOTA, Spent.of(1, usage.getInput(), usage.getOutput(), micros), false));
        assertThat(ledger.cancelled).isEmpty();
        assertThat(registry.get(BudgetMeters.COUNTED)
                        .tags("type", "output")
                        .counter()
                        .count())
                .isEqualTo((double) usage.getOutput());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-usage", "null-usage", "cut-body", "reset", "reset-in-body"})
    void whatNobodyCountedIsChargedAsReserved(String fault) {
        ledger.limit(CALLS);
        provider.faults().add(FaultRule.of(fault));

        call("one");

        assertThat(ledger.settled)
                .containsExactly(
                        new ScriptedBudgets.End(CALLS, ledger.wishes.getFirst().amounts(), true));
        assertThat(registry.get(BudgetMeters.UNCERTAIN).counter().count()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=503", "bad-request", "rate-limit-bare", "key-refused"})
    void aRefusalOfTheProvidersIsARequestWithoutTokens(String fault) {
        ledger.limit(CALLS);
        provider.faults().add(FaultRule.of(fault));

        call("one");

        assertThat(ledger.settled).containsExactly(new ScriptedBudgets.End(CALLS, Spent.of(1, 0, 0, 0), false));
    }

    @Test
    void whatWasNotSentIsGivenBack() {
        ledger.limit(CALLS);
        ledger.limit(QUOTA);
        provider.close();

        assertThat(call("one")).isInstanceOf(Reply.Failed.class);

        assertThat(ledger.settled.size() + ledger.cancelled.size()).isEqualTo(2);
        assertThat(ledger.settled).allMatch(ScriptedBudgets.End::isUncertain);
    }

    @ParameterizedTest
    @CsvSource({
        "REQUESTS_EXHAUSTED, RPM_EXHAUSTED",
        "TOKENS_EXHAUSTED, TOKEN_BUDGET_EXHAUSTED",
        "CONCURRENCY_EXHAUSTED, CONCURRENCY_EXHAUSTED",
        "GATE_CLOSED, RATE_LIMITED",
        "UNKNOWN, LEDGER_SILENT"
    })
    void eachLimitIsAFailureOfItsOwn(LedgerRefusal reason, FailureKind kind) {
        ledger.limit(CALLS);
        ledger.refuse(CALLS, reason, "some limit of 600", Duration.ofSeconds(7));

        Reply.Refused refused = (Reply.Refused) call("one");

        assertThat(refused.kind()).isEqualTo(kind);
        assertThat(refused.pause()).isEqualTo(Duration.ofSeconds(7));
        assertThat(refused.message()).contains(CALLS, "some limit of 600");
        assertThat(provider.requestLog().arrived()).isZero();
        assertThat(registry.get(BudgetMeters.REFUSALS)
                        .tags("kind", kind.name())
                        .counter()
                        .count())
                .isOne();
    }

    @Test
    void whatNeverFitsIsNoMatterOfTime() {
        ledger.limit(CALLS);
        ledger.refuse(CALLS, LedgerRefusal.NEVER_FITS, "tokens a minute: 40", Duration.ZERO);

        Reply.Failed failed = (Reply.Failed) call("one");

        assertThat(failed.failure().kind()).isEqualTo(FailureKind.NEVER_FITS);
        assertThat(failed.attempts()).isEmpty();
    }

    @Test
    void theRoomForTheCallIsGivenBackWhereTheTenantHasNone() {
        ledger.limit(CALLS);
        ledger.limit(QUOTA);
        ledger.refuse(QUOTA, LedgerRefusal.QUOTA_EXHAUSTED, "tokens a day: 1200", Duration.ofHours(3));

        Reply.Refused refused = (Reply.Refused) call("one");

        assertThat(refused.kind()).isEqualTo(FailureKind.TENANT_QUOTA_EXHAUSTED);
        assertThat(refused.pause()).isEqualTo(Duration.ofHours(3));
        assertThat(ledger.cancelled).containsExactly(CALLS);
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void aLedgerThatDoesNotAnswerMeansNoCall() {
        ledger.limit(CALLS);
        for (int i = 0; i < 3; i++) {
            ledger.answer(CALLS, new Answer.Unanswered(CALLS, Duration.ofSeconds(2)));
        }

        for (int i = 0; i < 3; i++) {
            assertThat(((Reply.Refused) call("one")).kind()).isEqualTo(FailureKind.LEDGER_SILENT);
        }

        assertThat(provider.requestLog().arrived()).isZero();
        assertThat(registry.get(BudgetMeters.UNANSWERED).counter().count()).isEqualTo(3);
        assertThat(registry.get(GateMeters.ALERTS)
                        .tags("event", Alerts.LEDGER_SILENT)
                        .counter()
                        .count())
                .isOne();
    }

    @Test
    void aGrantThatComesTooLateIsGivenBackAndAskedForAgain() {
        ledger.limit(CALLS);
        ledger.grantLate(2);

        assertThat(call("one")).isInstanceOf(Reply.Answered.class);

        assertThat(ledger.cancelled).containsExactly(CALLS, CALLS);
        assertThat(ledger.settled).hasSize(1);
        assertThat(registry.get(BudgetMeters.LATE).counter().count()).isEqualTo(2);
    }

    @Test
    void aGrantThatLapsesWhileConnectingIsNotUsed() {
        ledger.limit(CALLS);
        ledger.lapse(2);

        assertThat(call("one")).isInstanceOf(Reply.Answered.class);

        assertThat(ledger.wishes).hasSize(3);
        assertThat(ledger.cancelled).hasSize(2);
        assertThat(provider.requestLog().arrived()).isEqualTo(1);
    }

    @Test
    void aProviderThatIsAlwaysSlowToConnectIsCalledAllTheSame() {
        ledger.limit(CALLS);
        ledger.lapse(100);

        assertThat(call("one")).isInstanceOf(Reply.Answered.class);

        assertThat(ledger.wishes).hasSize(3);
    }

    @Test
    void whoMayNotWaitIsNotAskedForAgain() {
        ledger.limit(CALLS);
        ledger.grantLate(1);
        wait = Duration.ZERO;

        assertThat(((Reply.Refused) call("one")).kind()).isEqualTo(FailureKind.LEDGER_SILENT);
        assertThat(ledger.cancelled).containsExactly(CALLS);
    }

    @Test
    void theWaitIsWrittenIntoTheAttempt() {
        ledger.limit(CALLS);
        ledger.takes = Duration.ofMillis(120);

        Attempt attempt = call("one").attempts().getFirst();

        assertThat(attempt.getPermitWaitMillis()).isBetween(120L, 5_000L);
        assertThat(attempt.getDurationMillis()).isLessThan(attempt.getPermitWaitMillis() + 3_000);
    }

    @Test
    void anInterruptEndsTheWaitAndNothingIsHeld() throws Exception {
        ledger.limit(CALLS);
        ledger.limit(QUOTA);
        ledger.takes = Duration.ofMinutes(1);
        AtomicReference<Reply> reply = new AtomicReference<>();
        Thread job = Thread.ofVirtual().start(() -> reply.set(call("one")));
        while (ledger.wishes.isEmpty()) {
            Thread.onSpinWait();
        }

        job.interrupt();
        job.join();

        assertThat(reply.get()).isInstanceOf(Reply.Cancelled.class);
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void anAccountThatWasBlockedMeanwhileIsNotCalled() throws Exception {
        ledger.limit(CALLS);
        ledger.takes = Duration.ofMillis(300);
        AtomicReference<Reply> reply = new AtomicReference<>();
        Thread job = Thread.ofVirtual().start(() -> reply.set(call("one")));
        while (ledger.wishes.isEmpty()) {
            Thread.onSpinWait();
        }
        Instant now = Clock.system().now();
        gates.hear(
                AccountBlock.newBuilder()
                        .setAccount("eval-1")
                        .setModel("m")
                        .setKind(FailureKind.AUTH_FAILED)
                        .setRule("r")
                        .setMessage("no")
                        .setAt(now)
                        .setBy("w2")
                        .setProbeAt(now.plusSeconds(60))
                        .setProbes(0)
                        .build(),
                Duration.ofMinutes(1),
                new Moment(Clock.system().nanos(), now.toEpochMilli()));
        job.join();

        assertThat(((Reply.Refused) reply.get()).kind()).isEqualTo(FailureKind.PROVIDER_BLOCKED);
        assertThat(ledger.cancelled).containsExactly(CALLS);
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void aProvidersLimitIsToldToTheFleetWithWhatItSays() {
        ledger.limit(CALLS);
        ledger.limit(OTHER_MODEL);
        provider.faults().add(FaultRule.of("rate-limit-tokens=9s"));
        Instant before = Clock.system().now();

        call("one");

        Throttled event = requireNonNull(ledger.throttled.get(CALLS));
        assertThat(event.getUntil()).isAfterOrEqualTo(before.plusSeconds(9)).isBefore(before.plusSeconds(30));
        assertThat(event.getMeasure()).isEqualTo(BudgetMeasure.TOKENS);
        assertThat(event.getWindow()).isEqualTo(BudgetWindow.MINUTE);
        assertThat(event.getMessage()).isNotBlank();
    }

    @Test
    void tooManyCallsAtOnceDoNotCloseTheGate() {
        ledger.limit(CALLS);
        provider.faults().add(FaultRule.of("rate-limit-concurrency"));
        Instant before = Clock.system().now();

        call("one");

        assertThat(requireNonNull(ledger.throttled.get(CALLS)).getUntil()).isBefore(before.plusSeconds(3));
    }

    @Test
    void usedUpQuotasSendTheirJobsToCheaperCandidates() {
        ledger.quota(QUOTA, 1_000, 990);
        hasCheaper = true;

        Reply.Refused refused = (Reply.Refused) call("one");

        assertThat(refused.kind()).isEqualTo(FailureKind.TENANT_QUOTA_EXHAUSTED);
        assertThat(refused.pause()).isBetween(Duration.ZERO, Duration.ofDays(1));
        assertThat(ledger.wishes).isEmpty();
        assertThat(call(candidate("m", true), "one")).isInstanceOf(Reply.Answered.class);
        hasCheaper = false;
        assertThat(call("nothing is cheaper")).isInstanceOf(Reply.Answered.class);
    }

    @Test
    void quotasThatAreUsedUpByAFifthMoreStopTheirJobs() {
        ledger.quota(QUOTA, 1_000, 1_190);

        Reply.Refused refused = (Reply.Refused) call(candidate("m", true), "one");

        assertThat(refused.kind()).isEqualTo(FailureKind.TENANT_QUOTA_EXHAUSTED);
        assertThat(refused.heldBy()).contains(QUOTA);
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void aJobThatIsTooLargeForWhatIsLeftWaitsForTheTimeAlone() {
        ledger.quota(QUOTA, 50, 10);

        Reply.Refused refused = (Reply.Refused) call("one");

        assertThat(refused.heldBy()).as("it would come back at once").isEmpty();
    }

    @Test
    void somebodyIsToldOnceWhenAMarkIsReached() {
        ledger.quota(QUOTA, 1_000, 780);

        call("one");
        call("two");
        call("three");

        assertThat(registry.get(GateMeters.ALERTS)
                        .tags("event", Alerts.TENANT_QUOTA)
                        .counter()
                        .count())
                .isOne();
        assertThat(provider.requestLog().arrived()).isEqualTo(3);
    }

    @Test
    void anOutputWithoutACapIsBoundedByWhatWasUsualOfLate() {
        ledger.limit(CALLS);
        String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]}";
        for (int i = 0; i < 25; i++) {
            send(candidate("m", false), body);
        }

        assertThat(ledger.wishes.getFirst().amounts().getOutputTokens()).isEqualTo(CallEstimates.UNKNOWN_OUTPUT);
        long usual = ledger.settled.getLast().used().getOutputTokens();
        assertThat(ledger.wishes.getLast().amounts().getOutputTokens()).isEqualTo(usual);
    }

    @Test
    void aCapFarAboveWhatIsUsedIsReservedUnlessTheSettingsSayOtherwise() {
        ledger.limit(CALLS);
        String body = "{\"max_tokens\":4096,\"n\":2,\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]}";
        for (int i = 0; i < 25; i++) {
            send(candidate("m", false), body);
        }

        assertThat(ledger.wishes.getLast().amounts().getOutputTokens()).isEqualTo(2 * 4_096);
        bound = OutputBound.RECENT;
        send(candidate("m", false), body);
        assertThat(ledger.wishes.getLast().amounts().getOutputTokens()).isLessThan(1_000);
    }

    @Test
    void noMoreAreUnderWayThanTheWorkersSlotsHoweverManyAreGrantedAtOnce() {
        ledger.limit(CALLS);
        provider.faults().add(FaultRule.of("slow=40ms"));
        ModelCall narrow = pipeline(2);
        List<Reply> replies = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService jobs = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                Future<?> unused = jobs.submit(() -> replies.add(send(narrow, candidate("m", false), BODY)));
            }
        }

        assertThat(replies).hasSize(10).allSatisfy(reply -> assertThat(reply).isInstanceOf(Reply.Answered.class));
        assertThat(provider.requestLog().counts().peakInFlight()).isEqualTo(2);
    }

    private ModelCall pipeline() {
        return pipeline(64);
    }

    private ModelCall pipeline(int inFlight) {
        Redactor redactor = new Redactor(List.of());
        GateMeters gateMeters = new GateMeters(registry);
        Alerts alerts = new Alerts("w1", Optional.empty(), null, redactor, gateMeters, Clock.system());
        CallBudgets budgets = new CallBudgets(
                ledger,
                Set.of(CALLS, OTHER_MODEL),
                candidate -> bound,
                new StartPace(64, budget -> OptionalLong.empty()),
                meters.budgets(),
                alerts,
                Clock.system());
        return ModelPipelines.compose(
                clients,
                inFlight,
                redactor,
                breakers,
                gates,
                Optional.of(budgets),
                alerts,
                meters,
                gateMeters,
                Clock.system());
    }

    private static Candidate candidate(String model, boolean isCheaper) {
        return new Candidate("sim", "eval-1", model, Optional.of(PRICES), null, null, null, isCheaper);
    }

    private Reply call(String prompt) {
        return call(candidate("m", false), prompt);
    }

    private Reply call(Candidate candidate, String prompt) {
        return send(candidate, BODY.replace("PROMPT", prompt));
    }

    private Reply send(Candidate candidate, String body) {
        return send(pipeline, candidate, body);
    }

    private Reply send(ModelCall through, Candidate candidate, String body) {
        return through.call(new CallRequest(
                candidate,
                body,
                "run/job/0/1",
                1,
                LaneDefaults.of("batch"),
                null,
                null,
                Clock.system().nanos() + Duration.ofSeconds(30).toNanos(),
                Duration.ZERO,
                Duration.ZERO,
                null,
                new Payer("tenant-a", "batch", Account.EVAL, 0, "suite"),
                wait,
                hasCheaper,
                CallRequest.NEVER_TOO_LATE));
    }
}
