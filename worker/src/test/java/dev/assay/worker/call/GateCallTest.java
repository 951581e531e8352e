package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.Limits;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.ProbePace;
import dev.assay.worker.meters.GateMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate's stage against a provider over real HTTP: what it refuses, and what it learns from. */
class GateCallTest {
    private static final String BODY = "{\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]}";
    private static final ProbePace QUICK = new ProbePace(Duration.ofMillis(300), Duration.ofMillis(600));

    private final ProviderSimulator provider = ProviderSimulator.start(SimulatorSettings.standard());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Gates gates = Composed.gates(QUICK);
    private final ModelClients clients = clients(provider);
    private final ModelCall pipeline = Composed.of(clients, new Redactor(List.of()), gates, registry);

    @AfterEach
    void close() {
        clients.close();
        provider.close();
    }

    @ParameterizedTest
    @CsvSource({"quota, QUOTA_EXHAUSTED", "billing, QUOTA_EXHAUSTED", "key-refused, AUTH_FAILED"})
    void anAccountThatIsBarredIsCalledOnce(String fault, FailureKind kind) {
        provider.faults().add(FaultRule.of(fault));

        Reply.Failed first = (Reply.Failed) call("a", "m");
        assertThat(first.failure().kind()).isEqualTo(kind);
        for (int i = 0; i < 50; i++) {
            Reply.Refused refused = (Reply.Refused) call("a", i % 2 == 0 ? "m" : "other");
            assertThat(refused.kind()).isEqualTo(FailureKind.PROVIDER_BLOCKED);
            assertThat(refused.cause()).isEqualTo(kind);
            assertThat(refused.heldBy()).contains("a");
            assertThat(refused.pause()).isPositive();
            assertThat(refused.message()).contains(kind.name());
        }

        assertThat(provider.requestLog().arrived()).isEqualTo(1);
        assertThat(gates.blockOf("a"))
                .get()
                .extracting(block -> block.getKind())
                .isEqualTo(kind);
        assertThat(
                        registry
                                .get(GateMeters.REFUSALS)
                                .tags("account", "a", "kind", "PROVIDER_BLOCKED")
                                .counters()
                                .stream()
                                .mapToDouble(counter -> counter.count())
                                .sum())
                .isEqualTo(50);
        assertThat(call("b", "m")).as("another account").isInstanceOf(Reply.Failed.class);
    }

    @Test
    void aProbeFreesTheAccountOnceItIsPaid() throws Exception {
        provider.faults().add(FaultRule.of("quota"));
        call("a", "m");
        Reply refused = call("a", "m");
        provider.faults().clear();

        Reply reply = refused;
        while (reply instanceof Reply.Refused again) {
            Clock.system().pause(again.pause());
            reply = call("a", "m");
        }

        assertThat(reply).isInstanceOf(Reply.Answered.class);
        assertThat(provider.requestLog().arrived()).isEqualTo(2);
        assertThat(gates.isBlocked("a")).isFalse();
        assertThat(call("a", "m")).isInstanceOf(Reply.Answered.class);
    }

    @Test
    void noCallGoesBeforeTheTimeThatTheProviderAskedFor() throws Exception {
        provider.faults().add(FaultRule.of("rate-limit=1500ms").atMost(1));
        long start = Clock.system().nanos();
        call("a", "m");

        Reply reply = call("a", "m");
        assertThat(((Reply.Refused) reply).kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(((Reply.Refused) reply).pause()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
        while (reply instanceof Reply.Refused refused) {
            Clock.system().pause(refused.pause());
            reply = call("a", "m");
        }

        assertThat(Duration.ofNanos(Clock.system().nanos() - start)).isGreaterThan(Duration.ofMillis(1_500));
        assertThat(provider.requestLog().arrived()).isEqualTo(2);
    }

    /** Jobs as threads that ask again when told to: all are answered, and the provider's limit is hit a few times. */
    @Test
    void aThrottledProviderIsProbedAndNotStormed() throws Exception {
        provider.faults().add(FaultRule.of("rate-limit=1s").within(Duration.ZERO, Duration.ofMillis(2_500)));
        ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
        List<Thread> jobs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            jobs.add(Thread.ofVirtual().start(() -> replies.add(persist("a", "m"))));
        }
        for (Thread job : jobs) {
            job.join();
        }

        assertThat(replies).hasSize(40).allMatch(Reply.Answered.class::isInstance);
        long refused = provider.requestLog().counts().byStatus().getOrDefault(429, 0L);
        assertThat(refused).as("in flight at the start, and probes").isLessThanOrEqualTo(40 + 3);
    }

    /** Sixteen callers and a provider that takes four calls at once: told by its own words, kept by the ceiling. */
    @Test
    void callsAtOnceAreKeptNearWhatTheProviderTakes() throws Exception {
        SimulatorSettings narrow =
                SimulatorSettings.standard().withLimits(Limits.concurrent(4)).withLatency(Latency.parse("20ms"));
        try (ProviderSimulator four = ProviderSimulator.start(narrow);
                ModelClients alone = clients(four)) {
            ModelCall call = Composed.of(alone, new Redactor(List.of()), Composed.gates(QUICK), registry);
            ConcurrentLinkedQueue<Reply> refusals = new ConcurrentLinkedQueue<>();
            List<Thread> jobs = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                jobs.add(Thread.ofVirtual().start(() -> {
                    for (int answered = 0; answered < 15; ) {
                        Reply reply = call.call(request("a", "simulator-small"));
                        answered += reply instanceof Reply.Answered ? 1 : 0;
                        if (reply instanceof Reply.Refused refused) {
                            refusals.add(reply);
                            pause(refused.pause().dividedBy(10));
                        }
                    }
                }));
            }
            for (Thread job : jobs) {
                job.join();
            }

            assertThat(refusals)
                    .isNotEmpty()
                    .allMatch(reply -> ((Reply.Refused) reply).kind() == FailureKind.CONCURRENCY_EXHAUSTED);
            long tooMany = four.requestLog().counts().byStatus().getOrDefault(429, 0L);
            assertThat(tooMany).as("refused by the provider, of 240 answered").isLessThan(120);
        }
    }

    @Test
    void anExceptionGivesThePermitBack() {
        ModelCall broken = request -> {
            throw new IllegalStateException("a bug");
        };
        GateCall stage = new GateCall(broken, gates, new GateMeters(registry), Clock.system());
        provider.faults().add(FaultRule.of("quota").atMost(1));
        call("a", "m");
        pause(Duration.ofMillis(400));

        assertThatThrownBy(() -> stage.call(request("a", "m"))).hasMessage("a bug");
        pause(Duration.ofMillis(700));

        assertThat(call("a", "m"))
                .as("the next probe is not refused for one that never ended")
                .isInstanceOf(Reply.Answered.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=500", "reset", "unavailable", "redirect"})
    void anOutageClosesNoGateAndClearsNoBlock(String fault) {
        provider.faults().add(FaultRule.of("quota").atMost(1), FaultRule.of(fault));
        assertThat(call("b", "m")).isInstanceOf(Reply.Failed.class);
        assertThat(gates.isBlocked("b")).isTrue();
        pause(Duration.ofMillis(400));

        Reply.Failed probe = (Reply.Failed) call("b", "m");

        assertThat(probe.failure().kind()).isNotEqualTo(FailureKind.QUOTA_EXHAUSTED);
        assertThat(gates.isBlocked("b")).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(call("c", "m")).isInstanceOf(Reply.Failed.class);
        }
    }

    @Test
    void requestsThatTheProviderFindsWrongAreLetInAllTheSame() {
        provider.faults().add(FaultRule.of("quota").atMost(1), FaultRule.of("bad-request"));
        call("a", "m");
        pause(Duration.ofMillis(400));

        call("a", "m");

        assertThat(gates.isBlocked("a")).as("the account was taken").isFalse();
    }

    @Test
    void aRealLimitOfCallsAMinuteIsMetOnceACallerAtMost() throws Exception {
        try (ProviderSimulator limited = ProviderSimulator.start(
                        SimulatorSettings.standard().withLimits(new Limits(5, null, null, null)));
                ModelClients alone = clients(limited)) {
            ModelCall call = Composed.of(alone, new Redactor(List.of()), Composed.gates(QUICK), registry);
            int answered = 0;
            for (int i = 0; i < 30; i++) {
                answered += call.call(request("a", "simulator-small")) instanceof Reply.Answered ? 1 : 0;
            }

            assertThat(answered).isEqualTo(5);
            assertThat(limited.requestLog().arrived()).isEqualTo(6);
        }
    }

    private Reply persist(String account, String model) {
        Reply reply = call(account, model);
        while (reply instanceof Reply.Refused || reply instanceof Reply.Failed) {
            pause(reply instanceof Reply.Refused refused ? refused.pause() : Duration.ofMillis(10));
            reply = call(account, model);
        }
        return reply;
    }

    private Reply call(String account, String model) {
        return pipeline.call(request(account, model));
    }

    private static CallRequest request(String account, String model) {
        return new CallRequest(
                new Candidate("sim", account, model, Optional.empty(), null, null, null, false),
                BODY,
                "run/job/0/1",
                1,
                LaneDefaults.of("batch"),
                null,
                null,
                Clock.system().nanos() + Duration.ofSeconds(30).toNanos(),
                Duration.ZERO,
                Duration.ZERO,
                null,
                new Payer("tenant-a", "batch", Account.EVAL, 0, ""),
                Duration.ZERO,
                false,
                CallRequest.NEVER_TOO_LATE);
    }

    private static ModelClients clients(ProviderSimulator provider) {
        return new ModelClients(
                List.of(ProviderSettings.of("sim", provider.baseUrl(), null, null)),
                ProviderKeys.read(List.of(), name -> null),
                64,
                100_000);
    }

    private static void pause(Duration duration) {
        try {
            Clock.system().pause(duration);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
