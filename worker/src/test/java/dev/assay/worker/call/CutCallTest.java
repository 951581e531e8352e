package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.FailureKind;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that is cut, by an interrupt or a limit, is over for the provider too, whatever it was at. */
class CutCallTest {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration FAR = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String LARGE = "x".repeat(12_000_000);

    @TempDir
    private static Path directory;

    private static TestCertificate certificate;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = TestCertificate.make(directory);
    }

    @ParameterizedTest
    @CsvSource({
        "false, stall, false",
        "true, stall, false",
        "false, hang-after-headers, false",
        "true, hang-after-headers, false",
        "false, hang-in-body, false",
        "true, hang-in-body, false",
        "false, stall, true",
        "true, hang-after-headers, true",
        "false, stream-stall=2, true",
        "true, stream-stall=2, true",
        "false, stream-heartbeats=20ms, true",
        "true, stream-heartbeats=20ms, true"
    })
    void theProviderSeesAnInterruptWithinASecond(boolean secure, String fault, boolean streamed) throws Exception {
        try (ProviderSimulator provider = simulator(secure);
                OneProvider calls = calls(provider.baseUrl(), secure)) {
            provider.faults().add(FaultRule.of(fault));
            AtomicReference<Reply> reply = new AtomicReference<>();
            Thread caller =
                    Thread.ofVirtual().start(() -> reply.set(streamed ? calls.askStreamed("Why?") : calls.ask("Why?")));
            assertThat(provider.requestLog().await(counts -> counts.arrived() == 1, FAR))
                    .isTrue();

            caller.interrupt();

            assertDisconnected(provider);
            // The first estimate of tokens reads a vocabulary, which takes a while.
            caller.join(FAR);
            assertThat(reply.get()).isInstanceOf(Reply.Cancelled.class);
            assertThat(reply.get().attempts()).singleElement().satisfies(attempt -> {
                assertThat(attempt.getFailureKind()).isEqualTo(FailureKind.CANCELLED);
                assertThat(attempt.getBilledUncertain()).isTrue();
            });
        }
    }

    @Test
    void theThreadIsFreeAtOnceWhileNobodyAccepts() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Socket second = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                OneProvider calls = new OneProvider("http://127.0.0.1:" + deaf.getLocalPort() + "/v1")) {
            AtomicReference<Reply> reply = new AtomicReference<>();
            Thread caller = Thread.ofVirtual().start(() -> reply.set(calls.ask("Why?")));
            awaitWaitingIn(caller, "connectSocket");

            caller.interrupt();
            caller.join(SOON);

            assertThat(first.isConnected() && second.isConnected()).isTrue();
            assertThat(reply.get()).isEqualTo(new Reply.Cancelled(List.of()));
        }
    }

    @Test
    void aHandshakeThatNobodyAnswersIsCutWithinASecond() throws Exception {
        try (RawServer server = new RawServer(null, RawServer::silent);
                OneProvider calls = calls(server.baseUrl(true), true)) {
            AtomicReference<Reply> reply = new AtomicReference<>();
            Thread caller = Thread.ofVirtual().start(() -> reply.set(calls.ask("Why?")));
            server.awaitReached();

            caller.interrupt();

            assertThat(server.isHungUpWithin(SOON)).isTrue();
            caller.join(SOON);
            assertThat(reply.get()).isEqualTo(new Reply.Cancelled(List.of()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestThatNobodyReadsIsCutWithinASecond(boolean secure) throws Exception {
        try (RawServer server = new RawServer(secure ? certificate.context() : null, RawServer::deaf);
                OneProvider calls = calls(server.baseUrl(secure), secure)) {
            AtomicReference<Reply> reply = new AtomicReference<>();
            Thread caller = Thread.ofVirtual().start(() -> reply.set(calls.ask(LARGE)));
            server.awaitReached();
            awaitWaitingIn(caller, "writeTo");

            caller.interrupt();
            caller.join(SOON);
            server.goOn();

            assertThat(reply.get()).isInstanceOf(Reply.Cancelled.class);
            assertThat(server.isHungUpWithin(SOON)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false, stall, false",
        "true, stall, false",
        "true, hang-after-headers, false",
        "true, hang-in-body, false",
        "true, stream-heartbeats=20ms, true"
    })
    void theTotalLimitCutsEveryPhase(boolean secure, String fault, boolean streamed) throws Exception {
        try (ProviderSimulator provider = simulator(secure);
                OneProvider calls = calls(provider.baseUrl(), secure)) {
            provider.faults().add(FaultRule.of(fault));
            calls.withLeft(Duration.ofSeconds(1));

            Reply.Failed reply = (Reply.Failed) (streamed ? calls.askStreamed("Why?") : calls.ask("Why?"));

            assertTimeout(reply, "total");
            assertDisconnected(provider);
        }
    }

    @Test
    void theConnectLimitCoversTheHandshake() throws Exception {
        try (RawServer server = new RawServer(null, RawServer::silent);
                OneProvider calls = calls(server.baseUrl(true), true)) {
            calls.limited(SHORT, FAR, FAR, FAR);

            Reply.Failed reply = (Reply.Failed) calls.ask("Why?");

            assertTimeout(reply, "no connection within 300 ms");
            assertThat(reply.failure().message()).contains("before the request was sent");
            assertThat(reply.attempts().getFirst().getBilledUncertain()).isFalse();
            assertThat(server.isHungUpWithin(SOON)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestThatNobodyReadsIsCutByTheReadLimitAndHoldsUpNoOtherLimit(boolean secure) throws Exception {
        try (RawServer server = new RawServer(secure ? certificate.context() : null, RawServer::deaf);
                OneProvider calls = calls(server.baseUrl(secure), secure)) {
            calls.limited(FAR, SHORT, FAR, FAR);

            assertTimeout((Reply.Failed) calls.ask(LARGE), "could not be sent on for 300 ms");
            assertTimeout((Reply.Failed) calls.ask("Why?"), "nothing to read for 300 ms");

            server.goOn();
            assertThat(server.isHungUpWithin(SOON)).isTrue();
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void whatTheProviderGeneratesForNobodyIsInItsLog() throws Exception {
        try (ProviderSimulator provider = simulator(false);
                OneProvider calls = calls(provider.baseUrl(), false)) {
            provider.faults().add(FaultRule.of("uncancelled=900ms"));
            calls.withLeft(SHORT);

            assertTimeout((Reply.Failed) calls.ask("Why?"), "total limit");

            assertThat(provider.requestLog().await(counts -> counts.ended() == 1, FAR))
                    .isTrue();
            CallRecord call = provider.requestLog().calls().getFirst();
            assertThat(call.ranOn()).isTrue();
            assertThat(call.outputTokens()).isPositive();
        }
    }

    @Test
    void aCertificateOfNobodyKnownIsRefused() throws Exception {
        try (ProviderSimulator provider = simulator(true);
                OneProvider strict = new OneProvider(provider.baseUrl());
                OneProvider calls = calls(provider.baseUrl(), true)) {
            Reply.Failed reply = (Reply.Failed) strict.ask("Why?");

            assertThat(reply.failure().kind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(reply.attempts().getFirst().getBilledUncertain()).isFalse();
            assertThat(provider.requestLog().arrived()).isZero();
            assertThat(calls.ask("Why?")).isInstanceOf(Reply.Answered.class);
        }
    }

    private static ProviderSimulator simulator(boolean secure) {
        SimulatorSettings settings = SimulatorSettings.standard();
        return ProviderSimulator.start(
                secure ? settings.withTls(certificate.keyStore(), TestCertificate.PASSWORD) : settings);
    }

    private static OneProvider calls(String baseUrl, boolean secure) {
        return new OneProvider(baseUrl, secure ? certificate.pem() : null);
    }

    /** The provider's side cannot tell that a call has come so far. */
    private static void awaitWaitingIn(Thread caller, String method) {
        long end = System.nanoTime() + FAR.toNanos();
        while (true) {
            boolean isWaiting =
                    caller.getState() == Thread.State.WAITING || caller.getState() == Thread.State.TIMED_WAITING;
            if (isWaiting
                    && Stream.of(caller.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals(method))) {
                return;
            }
            assertThat(System.nanoTime() - end).as("never waits in " + method).isNegative();
            Thread.onSpinWait();
        }
    }

    private static void assertTimeout(Reply.Failed reply, String limit) {
        assertThat(reply.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reply.failure().message()).contains(limit);
        assertThat(reply.attempts()).hasSize(1);
    }

    private static void assertDisconnected(ProviderSimulator provider) throws InterruptedException {
        assertThat(provider.requestLog().await(counts -> counts.disconnects() == 1, SOON))
                .isTrue();
        assertThat(provider.requestLog().arrived()).isEqualTo(1);
    }
}
