package dev.assay.worker.alert;

import dev.assay.runtime.Clock;
import dev.assay.worker.meters.GateMeters;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts alerts to a URL, one after the other on a thread of its own, each tried a few times and then given up. */
final class Webhook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    private static final int CAPACITY = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final List<Duration> BACKOFFS = List.of(Duration.ofSeconds(1), Duration.ofSeconds(5));
    private static final int FIRST_OF_GOOD = 200;
    private static final int FIRST_OF_BAD = 300;

    private final URI url;
    private final @Nullable String runbook;
    private final GateMeters meters;
    private final Clock clock;
    private final BlockingQueue<Alert> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Thread thread;

    Webhook(URI url, @Nullable String runbook, GateMeters meters, Clock clock) {
        this.url = url;
        this.runbook = runbook;
        this.meters = meters;
        this.clock = clock;
        thread = Thread.ofVirtual().name("webhook").start(this::run);
    }

    /** Takes an alert to be sent; one too many is dropped and counted. */
    void send(Alert alert) {
        if (!queue.offer(alert)) {
            giveUp(alert, "too many wait");
        }
    }

    /** Stops; what waits is not sent. */
    @Override
    public void close() {
        thread.interrupt();
        http.shutdownNow();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                deliver(queue.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(Alert alert) throws InterruptedException {
        String trouble = post(alert);
        for (int i = 0; i < BACKOFFS.size() && !trouble.isEmpty(); i++) {
            clock.pause(BACKOFFS.get(i));
            trouble = post(alert);
        }
        if (!trouble.isEmpty()) {
            giveUp(alert, trouble);
        }
    }

    /** What went wrong, without the URL; empty when nothing did. */
    private String post(Alert alert) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(alert.json(runbook)))
                .build();
        try {
            int status =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status >= FIRST_OF_GOOD && status < FIRST_OF_BAD ? "" : "HTTP " + status;
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    private void giveUp(Alert alert, String why) {
        meters.alertUnsent();
        LOG.atWarn()
                .addKeyValue("event", alert.event())
                .addKeyValue("account", alert.account())
                .addKeyValue("host", url.getHost())
                .addKeyValue("error", why)
                .log("alert not sent to the webhook");
    }
}
