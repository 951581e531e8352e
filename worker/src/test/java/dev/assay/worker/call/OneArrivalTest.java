package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.FailureKind;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One attempt is one request at the provider: whatever HTTP clients would send again, follow or repeat. */
class OneArrivalTest {
    private final ProviderSimulator provider =
            ProviderSimulator.start(SimulatorSettings.standard().withIdleTimeout(Duration.ofMillis(500)));
    private final OneProvider calls = new OneProvider(provider.baseUrl());

    @AfterEach
    void close() {
        calls.close();
        provider.close();
    }

    @ParameterizedTest
    @CsvSource({
        "unavailable, OVERLOADED",
        "status=503, OVERLOADED",
        "redirect, UNKNOWN",
        "status=308, UNKNOWN",
        "status=301, UNKNOWN",
        "status=401, AUTH_FAILED",
        "status=407, TRANSIENT",
        "status=408, TIMEOUT",
        "status=421, TRANSIENT",
        "status=429, RATE_LIMITED",
        "reset, TRANSIENT",
        "close, TRANSIENT",
        "garbage, TRANSIENT",
        "cut-body, TRANSIENT",
        "reset-in-body, TRANSIENT"
    })
    void aFailureArrivesOnce(String fault, FailureKind kind) throws Exception {
        provider.faults().add(FaultRule.of(fault));

        Reply.Failed reply = (Reply.Failed) calls.ask("Why?");

        assertThat(reply.failure().kind()).isEqualTo(kind);
        assertThat(reply.attempts()).hasSize(1);
        assertArrived(1);
    }

    @ParameterizedTest
    @CsvSource({
        "unavailable",
        "redirect",
        "status=408",
        "status=421",
        "reset",
        "close",
        "reset-in-body",
        "cut-body",
        "stream-error"
    })
    void aStreamsFailureArrivesOnce(String fault) throws Exception {
        provider.faults().add(FaultRule.of(fault));

        assertThat(calls.askStreamed("Why?").attempts()).hasSize(1);
        assertArrived(1);
    }

    @Test
    void aRedirectWithStatus308AndALocationArrivesOnce() throws Exception {
        provider.faults().add(new FaultRule("redirect", null, null, null, null, null, null, null, 308, null, null));

        Reply.Failed reply = (Reply.Failed) calls.ask("Why?");

        assertThat(reply.attempts().getFirst().getHttpStatus()).isEqualTo(308);
        assertArrived(1);
    }

    @Test
    void aConnectionThatBrokeUnderOneCallIsNotUsedByTheNext() throws Exception {
        assertThat(calls.ask("one")).isInstanceOf(Reply.Answered.class);
        provider.faults().add(FaultRule.of("reset").atMost(1));
        assertThat(calls.ask("two")).isInstanceOf(Reply.Failed.class);
        assertThat(calls.ask("three")).isInstanceOf(Reply.Answered.class);

        assertArrived(3);
    }

    @Test
    void aKeptConnectionThatTheProviderClosedMeanwhileFailsNoCall() throws Exception {
        try (HangingUpServer server = HangingUpServer.start();
                OneProvider alone = new OneProvider(server.baseUrl())) {
            for (int call = 1; call <= 5; call++) {
                assertThat(alone.ask("Why?")).isInstanceOf(Reply.Answered.class);
                server.awaitHungUp(1);
            }

            assertThat(server.requests()).isEqualTo(5);
        }
    }

    @Test
    void aKeptConnectionThatClosesUnderARequestIsToldAsSent() throws Exception {
        // Answers the first request, and closes with the second half read: the client cannot have known.
        try (RawServer server = new RawServer(null, new ClosesOnTheSecond());
                OneProvider alone = new OneProvider(server.baseUrl(false))) {
            assertThat(alone.ask("one")).isInstanceOf(Reply.Answered.class);

            Reply.Failed reply = (Reply.Failed) alone.ask("two");

            assertThat(reply.failure().kind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(reply.failure().message()).contains("after the request was sent");
            assertThat(reply.attempts())
                    .singleElement()
                    .satisfies(
                            attempt -> assertThat(attempt.getBilledUncertain()).isTrue());
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private void assertArrived(int calls) throws InterruptedException {
        assertThat(provider.requestLog().await(counts -> counts.ended() == calls, Duration.ofSeconds(5)))
                .isTrue();
        assertThat(provider.requestLog().arrived()).isEqualTo(calls);
    }

    private static final class ClosesOnTheSecond implements RawServer.Behaviour {
        private static final String BODY =
                "{\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}";

        @Override
        public void serve(java.net.Socket socket, RawServer server) throws java.io.IOException {
            RawServer.readRequest(socket);
            String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length()
                    + "\r\n\r\n" + BODY;
            socket.getOutputStream().write(answer.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            RawServer.readRequest(socket);
        }
    }
}
