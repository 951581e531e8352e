package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.breaker.Breaker;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.breaker.BreakerState;
import dev.assay.worker.breaker.BreakerStatus;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.meters.BreakerMeters;
import dev.assay.worker.meters.WorkerMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The breaker round calls over real HTTP; what got through is read from the provider's log. */
class BreakerCallTest {
    private static final String MODEL = "simulator-small";
    private static final String OTHER = "simulator-large";
    private static final Duration OPEN = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofMillis(700);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Clock clock = Clock.system();
    private final ProviderSimulator provider = ProviderSimulator.start(SimulatorSettings.standard());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WorkerMeters meters = new WorkerMeters(registry);
    private final Breakers breakers = new Breakers(
            new BreakerSettings(50, 20, 0.5, SLOW, 0.8, OPEN, Duration.ofSeconds(5), 2, Duration.ofMillis(100), null),
            meters.breakers(),
            clock);
    private final ModelClients clients = clientsOf(provider.baseUrl());
    private final ModelCall pipeline = compose(clients);

    @AfterEach
    void close() {
        clients.close();
        provider.close();
    }

    @Test
    void twentyFiveErrorsInARowTakeTheModelOutUntilItsTimeAndThenThreeProbesComeAlone() throws Exception {
        provider.faults().add(FaultRule.of("status=500").forModel(MODEL));

        int refused = 0;
        for (int i = 0; i < 25; i++) {
            refused += ask(MODEL) instanceof Reply.Refused ? 1 : 0;
        }
        BreakerStatus status = status(MODEL);
        assertThat(refused).isEqualTo(5);
        assertThat(status.state()).isEqualTo(BreakerState.OPEN);
        assertThat(status.reason()).isEqualTo("20 of 20 calls failed, the last by TRANSIENT");
        assertThat(ask(OTHER)).as("another model of the provider").isInstanceOf(Reply.Answered.class);

        provider.faults().replace(List.of(FaultRule.of("stall").forModel(MODEL)));
        Instant until = status.until().orElseThrow();
        List<Thread> waiting = hammer(8);
        assertThat(provider.requestLog().await(counts -> counts.inFlight() == Breaker.PROBES, PATIENCE))
                .isTrue();
        assertThat(clock.now()).isAfterOrEqualTo(until.minusMillis(20));
        assertThat(provider.requestLog().await(counts -> counts.inFlight() > Breaker.PROBES, Duration.ofMillis(600)))
                .as("a fourth while three are in flight")
                .isFalse();
        interrupt(waiting);
        assertThat(provider.requestLog().await(counts -> counts.inFlight() == 0, PATIENCE))
                .isTrue();
        List<CallRecord> calls = calls(MODEL);
        assertThat(calls).hasSize(20 + Breaker.PROBES);
        assertThat(calls.stream().skip(20).map(CallRecord::arrivedAt))
                .allSatisfy(at -> assertThat(at).isAfterOrEqualTo(until.minusMillis(20)));
    }

    @Test
    void aRefusalSaysUntilWhenAndCostsNoCall() {
        provider.faults().add(FaultRule.of("status=500"));
        openIt();

        Reply.Refused refused = (Reply.Refused) ask(MODEL);

        assertThat(refused.kind()).isEqualTo(FailureKind.CIRCUIT_OPEN);
        assertThat(refused.message()).startsWith("sim/" + MODEL + ": breaker OPEN: 20 of 20 calls failed");
        assertThat(refused.pause()).isBetween(Duration.ofMillis(250), OPEN);
        assertThat(refused.heldBy()).isEmpty();
        assertThat(provider.requestLog().arrived()).isEqualTo(20);
        assertThat(registry.get(BreakerMeters.REFUSED).counter().count()).isEqualTo(1);
        assertThat(registry.get(BreakerMeters.STATE).gauge().value()).isEqualTo(BreakerState.OPEN.number());
        assertThat(registry.get(BreakerMeters.TRANSITIONS)
                        .tag("to", "OPEN")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void connectionsRefusedAtAClosedPortOpenItAndTheOtherModelCarriesTheLoad() {
        ProviderSimulator gone = ProviderSimulator.start(SimulatorSettings.standard());
        gone.close();
        try (ModelClients alone = clientsOf(gone.baseUrl())) {
            ModelCall call = compose(alone);
            for (int i = 0; i < 20; i++) {
                assertThat(call.call(request(MODEL))).isInstanceOf(Reply.Failed.class);
            }

            assertThat(call.call(request(MODEL))).isInstanceOf(Reply.Refused.class);
            assertThat(ask(OTHER)).isInstanceOf(Reply.Answered.class);
        }
    }

    @Test
    void slowAnswersOpenIt() throws Exception {
        provider.faults().add(FaultRule.of("slow=" + SLOW.plusMillis(50).toMillis() + "ms"));

        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            callers.add(Thread.ofVirtual().start(() -> ask(MODEL)));
        }
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(status(MODEL).state()).isEqualTo(BreakerState.OPEN);
        assertThat(status(MODEL).reason()).isEqualTo("20 of 20 calls were slow");
    }

    @Test
    void aCancelledProbeGivesItsPlaceBack() throws Exception {
        provider.faults().add(FaultRule.of("status=500"));
        openIt();
        provider.faults().replace(List.of(FaultRule.of("stall")));
        List<Thread> probes = hammer(Breaker.PROBES);
        assertThat(provider.requestLog().await(counts -> counts.inFlight() == Breaker.PROBES, PATIENCE))
                .isTrue();

        interrupt(probes);
        provider.faults().clear();

        for (int i = 0; i < Breaker.PROBES; i++) {
            assertThat(ask(MODEL)).isInstanceOf(Reply.Answered.class);
        }
        assertThat(status(MODEL).state()).isEqualTo(BreakerState.RAMPING);
    }

    @Test
    void limitsFiltersAndWrongRequestsNeverOpenIt() {
        Classifier failures = new Classifier(new Redactor(List.of()));
        // Without a gate, which would keep most of these calls away from the provider.
        ModelCall ungated = new BreakerCall(new ProviderCall(clients, failures, clock), breakers, clock);
        for (String fault : List.of("rate-limit=3s", "content-filter", "bad-request", "key-refused", "quota")) {
            provider.faults().replace(List.of(FaultRule.of(fault)));
            for (int i = 0; i < 25; i++) {
                assertThat(ungated.call(request(MODEL))).isNotInstanceOf(Reply.Refused.class);
            }
        }

        assertThat(provider.requestLog().arrived()).isEqualTo(125);
        assertThat(status(MODEL).state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void whatTheGateRefusesGivesTheProbesPlaceBack() throws Exception {
        provider.faults().add(FaultRule.of("status=500"));
        openIt();
        provider.faults().replace(List.of(FaultRule.of("rate-limit=30s")));
        hammer(1).getFirst().join();

        for (int i = 0; i < 10; i++) {
            Reply.Refused refused = (Reply.Refused) ask(MODEL);
            assertThat(refused.kind()).isEqualTo(FailureKind.RATE_LIMITED);
        }
        assertThat(provider.requestLog().arrived()).isEqualTo(21);
        assertThat(status(MODEL).state()).isEqualTo(BreakerState.HALF_OPEN);
    }

    @Test
    void aCallThatItsJobsOwnEndCutsShortSaysNothingOfTheModel() throws Exception {
        provider.faults().add(FaultRule.of("stall"));
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            callers.add(Thread.ofVirtual().start(() -> pipeline.call(request(MODEL, Duration.ofMillis(200)))));
        }
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(status(MODEL).state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void anExceptionGivesThePermitBackAndCountsForNothing() {
        ModelCall broken = new BreakerCall(
                request -> {
                    throw new IllegalStateException("a bug");
                },
                breakers,
                clock);
        for (int i = 0; i < 25; i++) {
            assertThatThrownBy(() -> broken.call(request(MODEL))).hasMessage("a bug");
        }

        assertThat(status(MODEL).state()).isEqualTo(BreakerState.CLOSED);
        assertThat(ask(MODEL)).isInstanceOf(Reply.Answered.class);
    }

    private void openIt() {
        for (int i = 0; i < 20; i++) {
            assertThat(ask(MODEL)).isInstanceOf(Reply.Failed.class);
        }
    }

    /** Calls that ask again as often as they are refused, as told. */
    private List<Thread> hammer(int count) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofVirtual().start(this::askPatiently));
        }
        return threads;
    }

    private void askPatiently() {
        try {
            while (ask(MODEL) instanceof Reply.Refused refused) {
                clock.pause(refused.pause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void interrupt(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private Reply ask(String model) {
        return pipeline.call(request(model));
    }

    private CallRequest request(String model) {
        return request(model, Duration.ofMinutes(1));
    }

    private CallRequest request(String model, Duration left) {
        return request(Candidate.of("sim", model), left);
    }

    private CallRequest request(Candidate candidate, Duration left) {
        return new CallRequest(
                candidate,
                "{\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]}",
                "run/job/0/1",
                1,
                LaneDefaults.of("batch"),
                null,
                null,
                clock.nanos() + left.toNanos(),
                Duration.ZERO,
                Duration.ZERO,
                null,
                new Payer("tenant-a", "batch", Account.EVAL, 0, ""),
                Duration.ZERO,
                false,
                CallRequest.NEVER_TOO_LATE);
    }

    private BreakerStatus status(String model) {
        return breakers.statuses().stream()
                .filter(status -> status.model().equals(model))
                .findFirst()
                .orElseThrow();
    }

    private List<CallRecord> calls(String model) {
        return provider.requestLog().calls().stream()
                .filter(call -> call.model().equals(model))
                .toList();
    }

    private ModelCall compose(ModelClients of) {
        return Composed.of(
                of, new Redactor(List.of()), breakers, Composed.gates(Composed.PACE), meters, registry, clock);
    }

    private static ModelClients clientsOf(String baseUrl) {
        return new ModelClients(
                List.of(ProviderSettings.of("sim", baseUrl, null, null)),
                ProviderKeys.read(List.of(), name -> null),
                8,
                100_000);
    }
}
