package dev.assay.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The HTTP face of a service: {@code /metrics} (Prometheus text), {@code /health/live} (the process answers) and
 * {@code /health/ready} (200 while it takes work, 503 otherwise); and whatever pages a service adds.
 */
public final class ServiceHttp implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads;

    private ServiceHttp(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts it.
     *
     * @param host address to listen on
     * @param port port to listen on; 0 for a free one
     */
    public static ServiceHttp start(String host, int port, PrometheusMeterRegistry meters, BooleanSupplier ready)
            throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext(
                "/metrics", exchange -> answer(exchange, 200, "text/plain; version=0.0.4", meters.scrape()));
        server.createContext("/health/live", exchange -> answer(exchange, 200, "text/plain", "live\n"));
        server.createContext("/health/ready", exchange -> {
            boolean isReady = ready.getAsBoolean();
            answer(exchange, isReady ? 200 : 503, "text/plain", isReady ? "ready\n" : "not ready\n");
        });
        server.start();
        return new ServiceHttp(server, threads);
    }

    /**
     * Adds a page of plain text.
     *
     * @param path such as {@code /breakers}
     * @param text makes it, at each request
     */
    public void page(String path, Supplier<String> text) {
        server.createContext(path, exchange -> answer(exchange, 200, "text/plain; charset=utf-8", text.get()));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
