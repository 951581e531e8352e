package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceHttpTest {
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicBoolean ready = new AtomicBoolean();
    private final HttpClient client = HttpClient.newHttpClient();
    private ServiceHttp http;

    @BeforeEach
    void start() throws Exception {
        http = ServiceHttp.start("localhost", 0, meters, ready::get);
    }

    @AfterEach
    void stop() {
        http.close();
        client.close();
    }

    @Test
    void metersAreServedAsPrometheusReadsThem() throws Exception {
        meters.counter("assay.jobs.done", "lane", "batch").increment(3);

        HttpResponse<String> answer = get("/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(answer.body()).contains("assay_jobs_done_total{lane=\"batch\"} 3.0");
    }

    @Test
    void livenessIsThatTheProcessAnswers() throws Exception {
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void readinessFollowsTheService() throws Exception {
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").body()).isEqualTo("not ready\n");

        ready.set(true);

        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void aProbeMayAskForTheHeadOnly() throws Exception {
        ready.set(true);
        HttpRequest head = HttpRequest.newBuilder(uri("/health/ready")).HEAD().build();

        HttpResponse<String> answer = client.send(head, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void aServiceAddsPagesOfItsOwn() throws Exception {
        AtomicBoolean open = new AtomicBoolean();
        http.page("/breakers", () -> open.get() ? "OPEN\n" : "CLOSED\n");
        assertThat(get("/breakers").body()).isEqualTo("CLOSED\n");

        open.set(true);

        assertThat(get("/breakers").body()).isEqualTo("OPEN\n");
    }

    @Test
    void otherPathsAreNotFound() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(404);
        assertThat(get("/secrets").statusCode()).isEqualTo(404);
    }

    @Test
    void aPortThatIsTakenIsSaidAtOnce() {
        assertThatThrownBy(() -> ServiceHttp.start("localhost", http.port(), meters, ready::get))
                .isInstanceOf(BindException.class);
    }

    @Test
    void closingItFreesThePort() throws Exception {
        int port = http.port();
        http.close();

        assertThatThrownBy(() -> get("/health/live")).isInstanceOf(ConnectException.class);
        http = ServiceHttp.start("localhost", port, meters, ready::get);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + http.port() + path);
    }
}
