package dev.assay.worker.alert;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import dev.assay.runtime.Clock;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.meters.GateMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Alerts as a person meets them: lines of the log, meters, and requests to a server that stands for a pager. */
class AlertsTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

    private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Quick clock = new Quick();
    private final HttpServer server = server();
    private final Alerts alerts = alerts(
            Optional.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook/s3cr3t-token")));

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void close() {
        logger().detachAppender(log);
        alerts.close();
        server.stop(0);
    }

    @Test
    void aBlockIsLoggedMeteredAndPosted() throws Exception {
        alerts.accountBlocked(block());

        JsonNode body = new JsonMapper().readTree(posted.poll(10, TimeUnit.SECONDS));
        assertThat(body.path("event").asText()).isEqualTo("account-blocked");
        assertThat(body.path("account").asText()).isEqualTo("eval");
        assertThat(body.path("kind").asText()).isEqualTo("QUOTA_EXHAUSTED");
        assertThat(body.path("message").asText()).isEqualTo("no money");
        assertThat(body.path("by").asText()).isEqualTo("w1");
        assertThat(body.path("at").asText()).isEqualTo(AT.toString());
        assertThat(body.path("runbook").asText()).isEqualTo("https://docs.test/blocked");
        assertThat(counter(GateMeters.BLOCKS)).isEqualTo(1);
        assertThat(counter(GateMeters.ALERTS)).isEqualTo(1);
        assertThat(log.list).hasSize(1);
        ILoggingEvent line = log.list.getFirst();
        assertThat(line.getLevel()).isEqualTo(Level.ERROR);
        assertThat(line.getKeyValuePairs().stream()
                        .map(pair -> pair.key + "=" + pair.value)
                        .toList())
                .containsExactly(
                        "event=account-blocked",
                        "account=eval",
                        "kind=QUOTA_EXHAUSTED",
                        "model=m",
                        "rule=r1",
                        "message=no money");
    }

    @Test
    void aServerThatFailsIsTriedAgainAndThenGivenUpWithoutItsUrlBeingLogged() throws Exception {
        answers.addAll(List.of(500, 503, 429));
        alerts.accountBlocked(block());
        for (int i = 0; i < 3; i++) {
            assertThat(posted.poll(10, TimeUnit.SECONDS)).isNotNull();
        }
        alerts.accountBlocked(block());
        assertThat(posted.poll(10, TimeUnit.SECONDS)).as("the next one").isNotNull();

        assertThat(posted).isEmpty();
        assertThat(counter(GateMeters.UNSENT_ALERTS)).isEqualTo(1);
        String lines = log.list.stream().map(AlertsTest::text).collect(Collectors.joining("\n"));
        assertThat(lines).contains("alert not sent").contains("HTTP 429").doesNotContain("s3cr3t");
    }

    @Test
    void aServerThatIsAwayHoldsNobodyUp() throws Exception {
        server.stop(0);
        long start = Clock.system().nanos();

        alerts.accountBlocked(block());

        assertThat(Duration.ofNanos(Clock.system().nanos() - start)).isLessThan(Duration.ofSeconds(1));
        long end = start + Duration.ofSeconds(20).toNanos();
        while (counter(GateMeters.UNSENT_ALERTS) < 1 && Clock.system().nanos() < end) {
            Clock.system().pause(Duration.ofMillis(10));
        }
        assertThat(counter(GateMeters.UNSENT_ALERTS)).isEqualTo(1);
    }

    @Test
    void aModelThatIsGoneIsToldOnceInAWhileHoweverManyJobsMeetIt() {
        for (int i = 0; i < 500; i++) {
            alerts.failed("eval", "old", failure(FailureKind.MODEL_GONE));
            alerts.drifted("eval", "gpt-4o", "gpt-4o-mini");
            alerts.failed("eval", "old", failure(FailureKind.UNKNOWN));
        }
        assertThat(log.list).hasSize(3);
        assertThat(text(log.list.get(1))).contains("gpt-4o was asked for, gpt-4o-mini answered");

        clock.ahead = Alerts.QUIET;
        alerts.failed("eval", "old", failure(FailureKind.MODEL_GONE));
        alerts.failed("eval", "other", failure(FailureKind.MODEL_GONE));

        assertThat(log.list).hasSize(5);
        assertThat(registry.get(GateMeters.ALERTS)
                        .tag("event", "model-gone")
                        .counter()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void whatNeedsNobodyAndWhatABlockTellsIsNotTold() {
        for (FailureKind kind : List.of(
                FailureKind.RATE_LIMITED,
                FailureKind.TRANSIENT,
                FailureKind.QUOTA_EXHAUSTED,
                FailureKind.AUTH_FAILED,
                FailureKind.CONTENT_FILTERED)) {
            alerts.failed("eval", "m", failure(kind));
        }

        assertThat(log.list).isEmpty();
        assertThat(posted).isEmpty();
    }

    private Alerts alerts(Optional<URI> url) {
        return new Alerts(
                "w1", url, "https://docs.test/blocked", new Redactor(List.of()), new GateMeters(registry), clock);
    }

    private HttpServer server() {
        try {
            HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            made.createContext("/hook", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                Integer status = answers.poll();
                exchange.sendResponseHeaders(status == null ? 204 : status, -1);
                exchange.close();
                posted.add(body);
            });
            made.start();
            return made;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private double counter(String name) {
        return registry.find(name).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private static AccountBlock block() {
        return AccountBlock.newBuilder()
                .setAccount("eval")
                .setKind(FailureKind.QUOTA_EXHAUSTED)
                .setMessage("no money")
                .setRule("r1")
                .setModel("m")
                .setBy("w1")
                .setAt(AT)
                .setProbeAt(AT.plusSeconds(60))
                .build();
    }

    private static Failure failure(FailureKind kind) {
        return Failure.of(kind, "r1", "words", "");
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("dev.assay.worker.alert");
    }

    private static String text(ILoggingEvent line) {
        return line.getFormattedMessage() + " " + line.getKeyValuePairs();
    }

    /** Real time, of which pauses take a hundredth. */
    private static final class Quick implements Clock {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant now() {
            return Clock.system().now();
        }

        @Override
        public long nanos() {
            return Clock.system().nanos() + ahead.toNanos();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
            Clock.system().pause(duration.dividedBy(100));
        }
    }
}
