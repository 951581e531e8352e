package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** Drives a simulator in another process, over its own port. */
public final class SimulatorControl implements AutoCloseable {
    private final URI base;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Prepares it; nothing is sent.
     *
     * @param baseUrl the simulator's {@code baseUrl()}
     */
    public SimulatorControl(String baseUrl) {
        this.base = URI.create(baseUrl).resolve(AdminHandler.PATH);
    }

    /** Replaces all rules; the windows of the new ones count from now. */
    public void replaceFaults(FaultRule... rules) {
        call("POST", "faults", write(Map.of("faults", List.of(rules))));
    }

    /** Adds rules behind those in force. */
    public void addFaults(FaultRule... rules) {
        call("PUT", "faults", write(Map.of("faults", List.of(rules))));
    }

    /** Takes back all rules. */
    public void clearFaults() {
        call("DELETE", "faults", "");
    }

    /** Counts over all calls so far. */
    public RequestLog.Counts counts() {
        try {
            JsonNode stats = SimulatorJson.MAPPER.readTree(call("GET", "stats", ""));
            return SimulatorJson.MAPPER.treeToValue(stats.path("calls"), RequestLog.Counts.class);
        } catch (IOException e) {
            throw new UncheckedIOException("the simulator's counts cannot be read", e);
        }
    }

    /** The latest calls that have ended, as many as its memory holds. */
    public List<CallRecord> calls() {
        return call("GET", "log", "")
                .lines()
                .map(line -> {
                    try {
                        return SimulatorJson.MAPPER.readValue(line, CallRecord.class);
                    } catch (IOException e) {
                        throw new UncheckedIOException("the simulator's log cannot be read", e);
                    }
                })
                .toList();
    }

    /** Forgets the calls that have ended. */
    public void clearLog() {
        call("DELETE", "log", "");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private String call(String method, String what, String body) {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(what))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalArgumentException(
                        "the simulator refused " + method + " " + what + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException("the simulator at " + base + " cannot be reached", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while talking to the simulator", e);
        }
    }

    private static String write(Object value) {
        try {
            return SimulatorJson.MAPPER.writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException("rules cannot be written", e);
        }
    }
}
