package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamed answers over real HTTP, whole, late, cut and wrong. */
class StreamedCallTest {
    private static final Duration FAR = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final ProviderSimulator provider = ProviderSimulator.start(
            SimulatorSettings.standard().withLog(SimulatorSettings.Log.withBodies()), AnswerBook.empty());
    private final OneProvider calls = new OneProvider(provider.baseUrl());

    @AfterEach
    void close() {
        calls.close();
        provider.close();
    }

    @Test
    void anAnswerIsPutTogetherAndItsBytesAreKept() throws Exception {
        String whole =
                String.valueOf(((Reply.Answered) calls.ask("Why?")).response().answer());
        provider.requestLog().clear();

        Reply.Answered reply = (Reply.Answered) calls.askStreamed("Why?");

        ModelResponse response = reply.response();
        assertThat(response.answer()).isEqualTo(whole);
        assertThat(response.finishReason()).isEqualTo("stop");
        assertThat(response.model()).isEqualTo(OneProvider.MODEL);
        assertThat(text(response)).startsWith("data: {").endsWith("data: [DONE]\n\n");
        Attempt attempt = reply.attempts().getFirst();
        assertThat(attempt.getUsage()).isEqualTo(response.usage()).isNotNull();
        assertThat(attempt.getUsageEstimated()).isFalse();
        assertThat(attempt.getBilledUncertain()).isFalse();
        assertThat(attempt.getCost()).isEqualTo(OneProvider.PRICES.cost(attempt.getUsage()));
        assertThat(provider.requestLog().calls().getFirst().body())
                .isEqualTo("{\"model\":\"simulator-small\",\"stream_options\":{\"include_usage\":true},"
                        + "\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Why?\"}]}");
    }

    @Test
    void theConnectionIsKeptForTheNextCall() throws Exception {
        calls.askStreamed("one");
        calls.askStreamed("two");

        assertThat(provider.requestLog().await(counts -> counts.ended() == 2, FAR))
                .isTrue();
        assertThat(provider.requestLog().calls().get(0).connection())
                .isEqualTo(provider.requestLog().calls().get(1).connection());
    }

    @ParameterizedTest
    @ValueSource(strings = {"usage-first", "usage-with-choices"})
    void usageIsReadWhereverItStands(String fault) {
        provider.faults().add(FaultRule.of(fault));

        Attempt attempt = calls.askStreamed("Why?").attempts().getFirst();

        assertThat(attempt.getUsageEstimated()).isFalse();
        assertThat(attempt.getUsage())
                .isNotNull()
                .extracting(TokenUsage::getOutput)
                .isNotEqualTo(0L);
    }

    @Test
    void whereNoUsageIsToldItIsEstimated() {
        provider.faults().add(FaultRule.of("no-usage"));

        Reply reply = calls.askStreamed("Why?");

        assertThat(reply).isInstanceOf(Reply.Answered.class);
        Attempt attempt = reply.attempts().getFirst();
        assertThat(attempt.getUsageEstimated()).isTrue();
        assertThat(attempt.getUsage().getInput()).isPositive();
        assertThat(attempt.getUsage().getOutput()).isPositive();
        assertThat(attempt.getBilledUncertain()).isFalse();
    }

    @Test
    void reasoningIsNoPartOfTheAnswer() {
        provider.faults().add(FaultRule.of("reasoning"));

        Reply.Answered reply = (Reply.Answered) calls.askStreamed("Why?");

        assertThat(reply.response().answer()).startsWith("Simulated answer").doesNotContain("reasoning");
        assertThat(text(reply.response())).contains("reasoning_content");
        assertThat(reply.attempts().getFirst().getUsage().getReasoning()).isPositive();
    }

    @Test
    void aFinishReasonWithoutDoneIsComplete() {
        provider.faults().add(FaultRule.of("no-done"));

        assertThat(calls.askStreamed("Why?")).isInstanceOf(Reply.Answered.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "done-only",
                "no-finish",
                "cut-body",
                "reset-in-body",
                "stream-cut-character",
                "stream-error=mishap",
                "stream-error=server_error",
                "error-object"
            })
    void aStreamThatBreaksOffIsBrokenAndItsTokensCount(String fault) {
        provider.faults().add(FaultRule.of(fault));

        Reply.Failed reply = (Reply.Failed) calls.askStreamed("Why?");

        assertThat(reply.failure().kind()).isEqualTo(FailureKind.STREAM_BROKEN);
        assertThat(reply.response().orElseThrow().answer())
                .startsWith("Simulated answer")
                .doesNotContain("\uFFFD");
        Attempt attempt = reply.attempts().getFirst();
        assertThat(reply.attempts()).hasSize(1);
        assertThat(attempt.getFailureRule()).isNotEmpty();
        assertThat(attempt.getBilledUncertain()).isTrue();
        assertThat(attempt.getUsage().getOutput()).isPositive();
        assertThat(attempt.getUsage().getInput()).isPositive();
        assertThat(attempt.getCost()).isEqualTo(OneProvider.PRICES.cost(attempt.getUsage()));
        assertThat(provider.requestLog().arrived()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "stream-error, OVERLOADED",
        "stream-error=api_error, TRANSIENT",
        "stream-error=insufficient_quota, QUOTA_EXHAUSTED"
    })
    void anErrorInAStreamIsWhatItSays(String fault, FailureKind kind) {
        provider.faults().add(FaultRule.of(fault));

        Reply.Failed reply = (Reply.Failed) calls.askStreamed("Why?");

        assertThat(reply.failure().kind()).isEqualTo(kind);
        assertThat(reply.failure().rule()).isNotEqualTo("reading");
        assertThat(reply.attempts().getFirst().getUsage().getOutput()).isPositive();
        assertThat(reply.attempts().getFirst().getBilledUncertain()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "malformed-json, BAD_RESPONSE",
        "html, BAD_RESPONSE",
        "empty-body, BAD_RESPONSE",
        "null-body, BAD_RESPONSE",
        "null-choices, STREAM_BROKEN",
        "empty-choices, STREAM_BROKEN",
        "status=500, TRANSIENT",
        "rate-limit=3s, RATE_LIMITED"
    })
    void whatIsNoStreamOfAnAnswerFails(String fault, FailureKind kind) {
        provider.faults().add(FaultRule.of(fault));

        Reply.Failed reply = (Reply.Failed) calls.askStreamed("Why?");

        assertThat(reply.failure().kind()).isEqualTo(kind);
        assertThat(reply.failure().fromProxy()).isEqualTo(fault.equals("html") || fault.equals("empty-body"));
    }

    @ParameterizedTest
    @CsvSource({
        "finish-content-filter, FILTERED",
        "refusal, REFUSED",
        "finish-length, TRUNCATED",
        "empty-content, EMPTY",
        "null-content, EMPTY",
        "reasoning-only, TRUNCATED"
    })
    void aModelThatGivesNoAnswerIsNoFailure(String fault, Unanswered why) {
        provider.faults().add(FaultRule.of(fault));

        assertThat(((Reply.Declined) calls.askStreamed("Why?")).why()).isEqualTo(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"stall", "hang-after-headers", "stream-heartbeats=20ms", "slow-first-token=5s", "stream-stall=0"
            })
    void silenceBeforeTheFirstTokenEndsAtItsTimer(String fault) throws Exception {
        provider.faults().add(FaultRule.of(fault));
        calls.limited(FAR, FAR, SHORT, FAR);

        assertTimeout((Reply.Failed) calls.askStreamed("Why?"), "first token");
    }

    @Test
    void silenceAfterContentEndsAtTheIdleTimer() throws Exception {
        provider.faults().add(FaultRule.of("stream-stall=2"));
        calls.limited(FAR, FAR, FAR, SHORT);

        Reply.Failed reply = (Reply.Failed) calls.askStreamed("Why?");

        assertTimeout(reply, "idle");
        assertThat(reply.response().orElseThrow().answer()).isEqualTo("Simulated answer; no model was a");
        assertThat(reply.attempts().getFirst().getUsageEstimated()).isTrue();
        assertThat(reply.attempts().getFirst().getUsage().getOutput()).isPositive();
    }

    @Test
    void aSlowStreamWithContentIsCutByNeitherButByTheTotal() throws Exception {
        try (RawServer drip = new RawServer(null, StreamedCallTest::drip);
                OneProvider slow = new OneProvider(drip.baseUrl(false))) {
            slow.limited(FAR, SHORT, SHORT, SHORT).withLeft(Duration.ofSeconds(1));

            Reply.Failed reply = (Reply.Failed) slow.askStreamed("Why?");

            assertThat(reply.failure().message()).contains("total limit");
            assertThat(reply.attempts().getFirst().getUsage().getOutput()).isGreaterThan(5);
            assertThat(drip.isHungUpWithin(Duration.ofSeconds(1))).isTrue();
        }
    }

    @Test
    void whatCutsAStreamAfterItsFinishReasonTakesNothingBack() throws Exception {
        try (RawServer open = new RawServer(null, (socket, server) -> {
                    answer(socket, HEAD + chunk("42", "\"stop\""));
                    server.awaitGoOn();
                });
                OneProvider calls = new OneProvider(open.baseUrl(false))) {
            calls.limited(FAR, FAR, FAR, SHORT);

            Reply.Answered reply = (Reply.Answered) calls.askStreamed("Why?");

            assertThat(reply.response().answer()).isEqualTo("42");
        }
    }

    @Test
    void aStreamThatNobodyAskedForIsReadAllTheSame() throws Exception {
        try (RawServer server = new RawServer(null, (socket, raw) -> answer(socket, HEAD + chunk("42", "\"stop\"")));
                OneProvider calls = new OneProvider(server.baseUrl(false))) {
            assertThat(((Reply.Answered) calls.ask("Why?")).response().answer()).isEqualTo("42");
        }
    }

    @Test
    void anAnswerInOnePieceIsTakenForAStreamThatWasAskedFor() throws Exception {
        String body = "{\"choices\":[{\"message\":{\"content\":\"42\"},\"finish_reason\":\"stop\"}]}";
        try (RawServer server = new RawServer(
                        null,
                        (socket, raw) -> answer(
                                socket,
                                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
                                        + body));
                OneProvider calls = new OneProvider(server.baseUrl(false))) {
            assertThat(((Reply.Answered) calls.askStreamed("Why?")).response().answer())
                    .isEqualTo("42");
        }
    }

    @Test
    void aLineWithoutEndIsCutAtTheLimitOfAResponse() throws Exception {
        try (RawServer server = new RawServer(null, (socket, raw) -> {
                    answer(socket, HEAD + "data: ");
                    while (true) {
                        write(socket, "x".repeat(65_536));
                    }
                });
                OneProvider calls = new OneProvider(server.baseUrl(false))) {
            Reply.Failed reply = (Reply.Failed) calls.askStreamed("Why?");

            assertThat(reply.failure().kind()).isEqualTo(FailureKind.BAD_RESPONSE);
            assertThat(reply.failure().message()).contains("larger than 1000000 bytes");
            assertThat(server.isHungUpWithin(Duration.ofSeconds(1))).isTrue();
        }
    }

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

    private static void drip(Socket socket, RawServer server) throws java.io.IOException, InterruptedException {
        answer(socket, HEAD);
        while (true) {
            write(socket, ": ping\n\n" + chunk("word ", "null"));
            server.pause(Duration.ofMillis(50));
        }
    }

    private static String chunk(String content, String finish) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + content + "\"},\"finish_reason\":"
                + finish + "}]}\n\n";
    }

    private static void answer(Socket socket, String text) throws java.io.IOException {
        RawServer.readRequest(socket);
        write(socket, text);
    }

    private static void write(Socket socket, String text) throws java.io.IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private void assertTimeout(Reply.Failed reply, String timer) throws InterruptedException {
        assertThat(reply.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reply.failure().message()).contains(timer).contains("300 ms");
        assertThat(reply.attempts()).hasSize(1);
        assertThat(reply.attempts().getFirst().getBilledUncertain()).isTrue();
        assertThat(provider.requestLog().await(counts -> counts.disconnects() == 1, Duration.ofSeconds(1)))
                .isTrue();
        assertThat(provider.requestLog().arrived()).isEqualTo(1);
    }

    private static String text(ModelResponse response) {
        return StandardCharsets.UTF_8.decode(response.body().duplicate()).toString();
    }
}
