package dev.assay.worker.call;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.meters.WorkerMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole pipeline against a provider that answers over real HTTP, well or badly. */
class PipelineTest {
    private static final String MODEL = "simulator-small";
    private static final String BODY =
            "{ \"messages\" : [{\"role\":\"user\",\"content\":\"PROMPT\"}], \"temperature\":0.10, \"x\":1E2 }";

    private final ProviderSimulator provider = ProviderSimulator.start(
            SimulatorSettings.standard().withApiKeys("test-key-1234").withLog(SimulatorSettings.Log.withBodies()));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ProviderSettings settings = new ProviderSettings(
            "sim", provider.baseUrl(), "KEY", null, "eval-1", null, null, Map.of("X-Extra", "yes"), null, null);
    private final ProviderKeys keys = ProviderKeys.read(List.of(settings), name -> "test-key-1234");
    private final ModelClients clients = new ModelClients(List.of(settings), keys, 8, 100_000);
    private final ModelCall pipeline = Composed.of(clients, keys.redactor(), registry);
    private final Prices prices = new Prices(BigDecimal.ONE, null, BigDecimal.TEN);
    private Duration left = Duration.ofSeconds(30);
    private LaneDefaults limits = LaneDefaults.of("batch");

    @AfterEach
    void close() {
        clients.close();
        provider.close();
    }

    @Test
    void theChainIsPrinted() {
        assertThat(pipeline).hasToString("metered(breaker(gate(deadline(provider))))");
    }

    @Test
    void requestAndResponseAreKeptByteForByte() throws Exception {
        Reply.Answered reply = (Reply.Answered) ask("What is it?");

        CallRecord call = onlyCall();
        assertThat(call.body())
                .isEqualTo("{\"model\":\"" + MODEL
                        + "\", \"messages\" : [{\"role\":\"user\",\"content\":\"What is it?\"}],"
                        + " \"temperature\":0.10, \"x\":1E2 }");
        assertThat(call.idempotencyKey()).isEqualTo("run/job/0/1.1");
        assertThat(call.headers()).containsEntry("x-extra", "yes").containsEntry("content-type", "application/json");
        assertThat(reply.response().httpStatus()).isEqualTo(200);
        assertThat(text(reply.response().body())).contains("\"choices\"").contains("simulator");
        assertThat(reply.response().model()).isEqualTo(MODEL);
        assertThat(reply.response().finishReason()).isEqualTo("stop");
        assertThat(reply.response().requestId()).isNotEmpty();
    }

    @Test
    void anAttemptSaysWhatItWasAndCost() {
        Reply reply = ask("What is it?");

        Attempt attempt = reply.attempts().getFirst();
        assertThat(reply.attempts()).hasSize(1);
        assertThat(attempt.getProvider()).isEqualTo("sim");
        assertThat(attempt.getAccount()).isEqualTo("eval-1");
        assertThat(attempt.getRequestModel()).isEqualTo(MODEL);
        assertThat(attempt.getQueueWaitMillis()).isEqualTo(1_500);
        assertThat(attempt.getUsage()).isNotNull();
        assertThat(attempt.getCost()).isEqualTo(prices.cost(requireNonNull(attempt.getUsage())));
        assertThat(attempt.getBilledUncertain()).isFalse();
        assertThat(registry.get(WorkerMeters.OPERATION_DURATION).timer().count())
                .isEqualTo(1);
        assertThat(registry.get(WorkerMeters.ATTEMPTS)
                        .tag("kind", "none")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "status=400, BAD_REQUEST",
        "bad-request, BAD_REQUEST",
        "key-refused, AUTH_FAILED",
        "forbidden, AUTH_FAILED",
        "billing, QUOTA_EXHAUSTED",
        "quota, QUOTA_EXHAUSTED",
        "model-gone, MODEL_GONE",
        "status=408, TIMEOUT",
        "status=409, BAD_REQUEST",
        "status=413, CONTEXT_TOO_LONG",
        "status=422, BAD_REQUEST",
        "rate-limit=3s, RATE_LIMITED",
        "rate-limit-bare, RATE_LIMITED",
        "overloaded-429, OVERLOADED",
        "context-length, CONTEXT_TOO_LONG",
        "status=500, TRANSIENT",
        "bad-gateway, TRANSIENT",
        "unavailable, OVERLOADED",
        "overloaded, OVERLOADED",
        "redirect, UNKNOWN",
        "reset, TRANSIENT",
        "close, TRANSIENT",
        "garbage, TRANSIENT",
        "cut-body, TRANSIENT",
        "reset-in-body, TRANSIENT",
        "malformed-json, BAD_RESPONSE",
        "html, BAD_RESPONSE",
        "empty-body, BAD_RESPONSE",
        "null-body, BAD_RESPONSE",
        "error-object, BAD_RESPONSE",
        "empty-choices, BAD_RESPONSE",
        "null-choices, BAD_RESPONSE"
    })
    void aFailureIsOneRequestAndHasItsKind(String fault, FailureKind kind) throws Exception {
        provider.faults().add(FaultRule.of(fault));

        Reply.Failed reply = (Reply.Failed) ask("What is it?");

        assertThat(reply.failure().kind()).isEqualTo(kind);
        assertThat(reply.attempts()).hasSize(1);
        assertThat(reply.attempts().getFirst().getFailureKind()).isEqualTo(kind);
        assertThat(reply.attempts().getFirst().getFailureMessage()).isNotEmpty();
        assertThat(onlyCall()).isNotNull();
        boolean isBroken = reply.response().isEmpty();
        assertThat(reply.attempts().getFirst().getBilledUncertain()).isEqualTo(isBroken);
    }

    @ParameterizedTest
    @CsvSource({
        "content-filter, FILTERED",
        "finish-content-filter, FILTERED",
        "refusal, REFUSED",
        "finish-length, TRUNCATED",
        "empty-content, EMPTY",
        "null-content, EMPTY",
        "reasoning-only, TRUNCATED"
    })
    void aModelThatGivesNoAnswerIsNoFailure(String fault, Unanswered why) throws Exception {
        provider.faults().add(FaultRule.of(fault));

        Reply.Declined reply = (Reply.Declined) ask("What is it?");

        assertThat(reply.why()).isEqualTo(why);
        assertThat(reply.response().body().remaining()).isPositive();
        assertThat(onlyCall()).isNotNull();
    }

    @Test
    void aTruncatedAnswerIsKeptAsEvidence() {
        provider.faults().add(FaultRule.of("finish-length"));

        assertThat(((Reply.Declined) ask("What is it?")).response().answer()).isNotEmpty();
    }

    @Test
    void anAnswerWithoutAFinishReasonOrUsageIsAnAnswer() {
        provider.faults().add(FaultRule.of("no-finish"));
        assertThat(ask("What is it?")).isInstanceOf(Reply.Answered.class);

        provider.faults().replace(List.of(FaultRule.of("no-usage")));
        Reply.Answered reply = (Reply.Answered) ask("What is it?");
        assertThat(reply.attempts().getFirst().getUsage()).isNull();
        assertThat(reply.attempts().getFirst().getCost()).isNull();
    }

    @Test
    void anotherModelsAnswerIsMetered() {
        provider.faults().add(FaultRule.of("drift=other-model"));

        Reply.Answered reply = (Reply.Answered) ask("What is it?");

        assertThat(reply.response().model()).isEqualTo("other-model");
        assertThat(registry.get(WorkerMeters.MODEL_DRIFT).counter().count()).isEqualTo(1);
    }

    @Test
    void aWaitHintIsWrittenDown() {
        provider.faults().add(FaultRule.of("rate-limit=3s"));

        assertThat(ask("What is it?").attempts().getFirst().getWaitHintOfferedMillis())
                .isEqualTo(3_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stall", "hang-after-headers", "hang-in-body"})
    void silenceEndsAtTheTotalLimit(String fault) throws Exception {
        provider.faults().add(FaultRule.of(fault));
        left = Duration.ofMillis(700);

        long start = System.nanoTime();
        Reply.Failed reply = (Reply.Failed) ask("What is it?");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(left, left.plusSeconds(2));
        assertThat(reply.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reply.attempts().getFirst().getBilledUncertain()).isTrue();
        assertDisconnected(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stall", "hang-after-headers", "hang-in-body"})
    void silenceEndsAtTheReadLimit(String fault) throws Exception {
        provider.faults().add(FaultRule.of(fault));
        limits = limits(Duration.ofSeconds(3), Duration.ofMillis(400));

        Reply.Failed reply = (Reply.Failed) ask("What is it?");

        assertThat(reply.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reply.attempts().getFirst().getDurationMillis()).isBetween(400L, 2_500L);
        assertDisconnected(Duration.ofSeconds(1));
    }

    @Test
    void nobodyListeningFailsWithoutAnythingBilled() {
        provider.close();

        Reply.Failed reply = (Reply.Failed) ask("What is it?");

        assertThat(reply.failure().kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(reply.attempts().getFirst().getBilledUncertain()).isFalse();
        assertThat(reply.attempts().getFirst().getCost()).isEqualTo(new BigDecimal("0.000000000"));
    }

    @Test
    void aConnectionThatNobodyAcceptsEndsAtTheConnectLimit() throws Exception {
        // Linux answers no further handshakes once the queue of a listening socket is full.
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Socket second = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                ModelClients alone = clientsOf("http://127.0.0.1:" + deaf.getLocalPort() + "/v1")) {
            limits = limits(Duration.ofMillis(300), Duration.ofMinutes(1));
            ModelCall call = Composed.of(alone, new Redactor(List.of()), registry);

            Reply.Failed reply = (Reply.Failed) call.call(request(BODY));

            assertThat(first.isConnected() && second.isConnected()).isTrue();
            assertThat(reply.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
            assertThat(reply.failure().message()).contains("before the request was sent");
            assertThat(reply.attempts().getFirst().getDurationMillis()).isBetween(300L, 5_000L);
            assertThat(reply.attempts().getFirst().getBilledUncertain()).isFalse();
        }
    }

    @Test
    void aRehearsalSendsNothing() {
        clients.rehearse();

        assertThat(provider.requestLog().arrived()).isZero();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void withoutTimeLeftNoCallIsMade() {
        left = Duration.ofMillis(-1);

        assertThat(ask("What is it?")).isInstanceOf(Reply.Refused.class);
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void anInterruptClosesTheSocketAtOnce() throws Exception {
        provider.faults().add(FaultRule.of("stall"));
        AtomicReference<Reply> reply = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> reply.set(ask("What is it?")));
        assertThat(provider.requestLog().await(counts -> counts.arrived() == 1, Duration.ofSeconds(10)))
                .isTrue();

        long start = System.nanoTime();
        caller.interrupt();
        assertDisconnected(Duration.ofSeconds(1));
        caller.join();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        assertThat(reply.get()).isInstanceOf(Reply.Cancelled.class);
        assertThat(reply.get().attempts().getFirst().getBilledUncertain()).isTrue();
    }

    @Test
    void aThreadInterruptedBeforehandCallsNobody() {
        Thread.currentThread().interrupt();

        Reply reply = ask("What is it?");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(reply).isEqualTo(new Reply.Cancelled(List.of()));
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void connectionsAreKeptForTheNextCall() throws Exception {
        ask("one");
        ask("two");

        assertThat(provider.requestLog().await(counts -> counts.ended() == 2, Duration.ofSeconds(5)))
                .isTrue();
        List<CallRecord> calls = provider.requestLog().calls();
        assertThat(calls.get(0).connection()).isEqualTo(calls.get(1).connection());
    }

    @Test
    void aKeptConnectionThatTheProviderClosedCostsNoSecondRequest() throws Exception {
        try (HangingUpServer server = HangingUpServer.start();
                ModelClients alone = clientsOf(server.baseUrl())) {
            ModelCall call = Composed.of(alone, new Redactor(List.of()), registry);

            Reply first = call.call(request(BODY));
            server.awaitHungUp(1);
            Reply second = call.call(request(BODY));

            assertThat(first).isInstanceOf(Reply.Answered.class);
            assertThat(second.attempts()).hasSize(1);
            assertThat(server.requests()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void aResponseOverTheLimitIsCut() throws Exception {
        provider.faults()
                .add(new FaultRule(
                        "status=200", null, null, null, null, null, null, null, null, null, "x".repeat(3_000_000)));

        Reply.Failed reply = (Reply.Failed) ask("What is it?");

        assertThat(reply.failure().kind()).isEqualTo(FailureKind.BAD_RESPONSE);
        assertThat(reply.failure().message()).contains("larger than 100000 bytes");
    }

    @Test
    void aBodyThatIsNoJsonIsNotSent() {
        Reply.Failed reply = (Reply.Failed) pipeline.call(request("no json"));

        assertThat(reply.failure().kind()).isEqualTo(FailureKind.BAD_REQUEST);
        assertThat(reply.attempts()).isEmpty();
        assertThat(provider.requestLog().arrived()).isZero();
    }

    @Test
    void aProviderWithoutAKeyGetsNone() throws Exception {
        try (ProviderSimulator open = ProviderSimulator.start(SimulatorSettings.standard());
                ModelClients keyless = clientsOf(open.baseUrl())) {
            ModelCall call = Composed.of(keyless, new Redactor(List.of()), registry);

            assertThat(call.call(request(BODY))).isInstanceOf(Reply.Answered.class);
            assertThat(open.requestLog().await(counts -> counts.ended() == 1, Duration.ofSeconds(5)))
                    .isTrue();
            assertThat(open.requestLog().calls().getFirst().headers()).doesNotContainKey("authorization");
        }
    }

    private static ModelClients clientsOf(String baseUrl) {
        return new ModelClients(
                List.of(ProviderSettings.of("sim", baseUrl, null, null)),
                ProviderKeys.read(List.of(), name -> null),
                1,
                10_000);
    }

    private Reply ask(String prompt) {
        return pipeline.call(request(BODY.replace("PROMPT", prompt)));
    }

    private CallRequest request(String body) {
        return new CallRequest(
                new Candidate("sim", "eval-1", MODEL, Optional.of(prices), null, null, null, false),
                body,
                "run/job/0/1",
                1,
                limits,
                null,
                null,
                Clock.system().nanos() + left.toNanos(),
                Duration.ofMillis(1_500),
                Duration.ZERO,
                "v1",
                new Payer("tenant-a", "batch", Account.EVAL, 0, ""),
                Duration.ZERO,
                false,
                CallRequest.NEVER_TOO_LATE);
    }

    /** The one call that reached the provider. */
    private CallRecord onlyCall() throws InterruptedException {
        assertThat(provider.requestLog().await(counts -> counts.ended() >= 1, Duration.ofSeconds(5)))
                .isTrue();
        assertThat(provider.requestLog().counts().arrived()).isEqualTo(1);
        return provider.requestLog().calls().getFirst();
    }

    private void assertDisconnected(Duration within) throws InterruptedException {
        assertThat(provider.requestLog().await(counts -> counts.disconnects() == 1, within))
                .isTrue();
        assertThat(provider.requestLog().arrived()).isEqualTo(1);
    }

    private static LaneDefaults limits(Duration connect, Duration read) {
        Duration far = Duration.ofMinutes(1);
        return new LaneDefaults("batch", far, connect, read, far, far, far, far, false, false, far);
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
