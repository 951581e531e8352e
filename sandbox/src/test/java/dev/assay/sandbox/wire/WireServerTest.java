package dev.assay.sandbox.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WireServerTest {
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private WireServer server;

    @BeforeEach
    void start() throws IOException {
        server = server(Duration.ofMinutes(1));
    }

    private WireServer server(Duration idle) throws IOException {
        WireLimits limits = new WireLimits(1_000, 100, 5, idle);
        return WireServer.start(InetAddress.getLoopbackAddress(), 0, limits, this::answer);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** Echoes; {@code /wait} waits until the client is gone, {@code /slow} for longer than an idle connection may. */
    private void answer(Exchange exchange) throws IOException, InterruptedException {
        WireRequest request = exchange.request();
        switch (request.path()) {
            case "/wait" -> {
                seen.add("waiting");
                seen.add(exchange.pause(Duration.ofSeconds(10)) ? "still there" : "gone");
            }
            case "/slow" -> {
                exchange.pause(Duration.ofMillis(700));
                echo(exchange);
            }
            case "/reset" -> exchange.reset();
            case "/close" -> exchange.hangUp();
            case "/cut" -> {
                exchange.sendCut(200, Headers.NONE, "0123456789".getBytes(UTF_8), 4);
                exchange.hangUp();
            }
            case "/chunks" -> {
                exchange.startChunks(200, Headers.NONE);
                exchange.chunk("one ".getBytes(UTF_8));
                exchange.chunk("two".getBytes(UTF_8));
                exchange.endChunks();
            }
            case "/silent" -> seen.add("left unanswered");
            default -> echo(exchange);
        }
    }

    private static void echo(Exchange exchange) throws IOException {
        String body = exchange.request().method() + " "
                + new String(exchange.request().body(), UTF_8);
        exchange.send(200, Headers.of("X-Connection", String.valueOf(exchange.connectionId())), body.getBytes(UTF_8));
    }

    @Test
    void servesSeveralRequestsOnOneConnection() throws Exception {
        try (RawSocket client = new RawSocket(server.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello");
                assertThat(client.readAnswer())
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .contains("X-Connection: 1")
                        .endsWith("\r\n\r\nPOST hello");
            }
        }
    }

    @Test
    void answersRequestsSentAheadInTheirOrder() throws Exception {
        try (RawSocket client = new RawSocket(server.port())) {
            client.send("GET /slow HTTP/1.1\r\n\r\nPUT /2 HTTP/1.1\r\n\r\nDELETE /3 HTTP/1.1\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("GET ");
            assertThat(client.readAnswer()).endsWith("PUT ");
            assertThat(client.readAnswer()).endsWith("DELETE ");
        }
    }

    @Test
    void readsABodyInChunks() throws Exception {
        try (RawSocket client = new RawSocket(server.port())) {
            client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.send("3\r\nabc\r\n5;note=x\r\ndefgh\r\n0\r\nTrailer: t\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("POST abcdefgh");
            client.send("GET / HTTP/1.1\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("GET ");
        }
    }

    @Test
    void asksForABodyThatWaitsToBeAskedFor() throws Exception {
        try (RawSocket client = new RawSocket(server.port())) {
            client.send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            client.send("ok");
            assertThat(client.readAnswer()).endsWith("POST ok");
        }
    }

    @Test
    void closesWhenTheClientWantsThat() throws Exception {
        try (RawSocket client = new RawSocket(server.port())) {
            client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
            assertThat(client.readAll()).contains("Connection: close").endsWith("GET ");
        }
        try (RawSocket client = new RawSocket(server.port())) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.readAll()).endsWith("GET ");
        }
    }

    @Test
    void refusesWhatIsTooLongOrNoHttp() throws Exception {
        assertThat(refusal("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(refusal("GET / HTTP/1.1\r\nnameless\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(refusal("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(refusal("GET /" + "a".repeat(1_100) + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 431");
        assertThat(refusal("POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n" + "b".repeat(101)))
                .startsWith("HTTP/1.1 413")
                .contains("body longer than 100 bytes");
        String chunks = "3c\r\n" + "c".repeat(60) + "\r\n";
        assertThat(refusal("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + chunks))
                .startsWith("HTTP/1.1 413");
    }

    @Test
    void closesAConnectionThatRestsTooLongButNotOneThatWaitsForItsAnswer() throws Exception {
        try (WireServer impatient = server(Duration.ofMillis(300))) {
            try (RawSocket client = new RawSocket(impatient.port())) {
                client.send("GET /slow HTTP/1.1\r\n\r\n");
                assertThat(client.readAnswer()).endsWith("GET ");
                assertThat(client.readAll()).isEmpty();
            }
            try (RawSocket client = new RawSocket(impatient.port())) {
                client.send("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhe");
                assertThat(client.readAll()).startsWith("HTTP/1.1 408");
            }
        }
    }

    @Test
    void seesAtOnceThatTheClientHungUpWhileItsAnswerIsBeingMade() throws Exception {
        for (boolean reset : new boolean[] {false, true}) {
            RawSocket client = new RawSocket(server.port());
            client.send("GET /wait HTTP/1.1\r\n\r\n");
            assertThat(next()).isEqualTo("waiting");
            if (reset) {
                client.reset();
            } else {
                client.close();
            }
            assertThat(next()).isEqualTo("gone");
        }
    }

    @Test
    void breaksConnectionsAsAsked() throws Exception {
        assertThat(refusal("GET /close HTTP/1.1\r\n\r\n")).isEmpty();
        assertThat(refusal("GET /silent HTTP/1.1\r\n\r\n")).isEmpty();
        assertThat(refusal("GET /cut HTTP/1.1\r\n\r\n"))
                .contains("Content-Length: 10")
                .endsWith("\r\n\r\n0123");
        assertThat(refusal("GET /chunks HTTP/1.0\r\n\r\n")).endsWith("\r\n\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n");
        assertThatThrownBy(() -> refusal("GET /reset HTTP/1.1\r\n\r\n")).isInstanceOf(SocketException.class);
    }

    @Test
    void turnsAwayWhoComesWhenItIsFull() throws Exception {
        RawSocket[] inside = new RawSocket[5];
        for (int i = 0; i < inside.length; i++) {
            inside[i] = new RawSocket(server.port());
            inside[i].send("GET /wait HTTP/1.1\r\n\r\n");
            assertThat(next()).isEqualTo("waiting");
        }
        try (RawSocket oneTooMany = new RawSocket(server.port())) {
            assertThat(oneTooMany.readAll()).isEmpty();
        }
        for (RawSocket client : inside) {
            client.close();
            assertThat(next()).isEqualTo("gone");
        }
    }

    private String refusal(String request) throws IOException {
        try (RawSocket client = new RawSocket(server.port())) {
            client.send(request);
            return client.readAll();
        }
    }

    private String next() throws InterruptedException {
        return String.valueOf(seen.poll(10, TimeUnit.SECONDS));
    }
}
