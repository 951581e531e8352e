package dev.assay.sandbox.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.assay.runtime.YamlFile;
import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.sandbox.wire.Exchange;
import dev.assay.sandbox.wire.Headers;
import dev.assay.sandbox.wire.WireRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Control of a running simulator from outside: {@code GET|POST|PUT|DELETE /simulator/faults} (POST replaces the
 * rules, PUT adds to them), {@code GET|DELETE /simulator/log}, {@code GET /simulator/stats}.
 */
final class AdminHandler {
    static final String PATH = "/simulator/";

    private static final Headers JSON = Headers.of("Content-Type", "application/json");
    private static final Headers JSON_LINES = Headers.of("Content-Type", "application/jsonl");

    private final FaultBoard faults;
    private final RequestLog log;
    private final AnswerBook book;

    AdminHandler(FaultBoard faults, RequestLog log, AnswerBook book) {
        this.faults = faults;
        this.log = log;
        this.book = book;
    }

    /** Rules as they are posted. */
    record Rules(List<FaultRule> faults) {
        Rules {
            if (faults == null) {
                throw new IllegalArgumentException("faults: missing (expected: {\"faults\": [{\"fault\": ...}]})");
            }
            faults = List.copyOf(faults);
        }
    }

    void handle(Exchange exchange) throws IOException {
        WireRequest request = exchange.request();
        try {
            switch (request.method() + " " + request.path().substring(PATH.length())) {
                case "GET faults" -> send(exchange, 200, faults());
                case "POST faults" -> {
                    faults.replace(rules(request));
                    send(exchange, 200, faults());
                }
                case "PUT faults" -> {
                    faults.add(rules(request).toArray(FaultRule[]::new));
                    send(exchange, 200, faults());
                }
                case "DELETE faults" -> {
                    faults.clear();
                    send(exchange, 200, faults());
                }
                case "GET log" -> log(exchange, Long.parseLong(request.query("since", "0")));
                case "DELETE log" -> {
                    log.clear();
                    send(exchange, 200, stats());
                }
                case "GET stats" -> send(exchange, 200, stats());
                default -> refuse(exchange, 404, "no such thing: " + request.method() + " " + request.path());
            }
        } catch (IllegalArgumentException e) {
            refuse(exchange, 400, String.valueOf(e.getMessage()));
        }
    }

    private static List<FaultRule> rules(WireRequest request) {
        return YamlFile.parse("request body", new String(request.body(), UTF_8), Rules.class)
                .faults();
    }

    private Object faults() {
        List<Map<String, Object>> rules = new ArrayList<>();
        for (ArmedRule armed : faults.armed()) {
            rules.add(Map.of("rule", armed.rule(), "struck", armed.struck()));
        }
        return Map.of("faults", rules);
    }

    private Object stats() {
        Map<String, Object> stats = new LinkedHashMap<>();
        stats.put("calls", log.counts());
        stats.put("answers", Map.of("known", book.size(), "right", book.rightCount()));
        return stats;
    }

    private void log(Exchange exchange, long since) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (CallRecord call : log.latest()) {
            if (call.number() > since) {
                lines.append(json(call)).append('\n');
            }
        }
        exchange.send(200, JSON_LINES, lines.toString().getBytes(UTF_8));
    }

    private static void send(Exchange exchange, int status, Object body) throws IOException {
        exchange.send(status, JSON, json(body).getBytes(UTF_8));
    }

    private static void refuse(Exchange exchange, int status, String message) throws IOException {
        send(exchange, status, Map.of("error", Map.of("message", message)));
    }

    private static String json(Object value) throws JsonProcessingException {
        return SimulatorJson.MAPPER.writeValueAsString(value);
    }
}
