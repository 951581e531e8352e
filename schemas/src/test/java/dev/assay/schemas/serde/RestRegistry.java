package dev.assay.schemas.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A schema registry in memory with the part of Confluent's REST API that serdes use: ids are global, a subject's
 * versions must read all earlier ones, error codes are Confluent's. It serves Assay's client and foreign ones alike.
 */
final class RestRegistry implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> byId = new ArrayList<>();
    private final Map<String, List<Integer>> versions = new LinkedHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile @Nullable String requiredAuthorization;
    private volatile @Nullable Answer insteadOfAnswering;

    RestRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** What it says: a status and a JSON body. */
    record Answer(int status, String body) {}

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Method and path of every request so far. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    void requireAuthorization(String header) {
        requiredAuthorization = header;
    }

    void answerAlways(int status, String body) {
        insteadOfAnswering = new Answer(status, body);
    }

    void answerNormally() {
        insteadOfAnswering = null;
    }

    /** Registers a schema as a version of a subject, unchecked. */
    int put(String subject, Schema schema) {
        lock.lock();
        try {
            return store(subject, SchemaText.of(schema));
        } finally {
            lock.unlock();
        }
    }

    /** The text registered under an id. */
    String schema(int id) {
        lock.lock();
        try {
            return byId.get(id - 1);
        } finally {
            lock.unlock();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
            byte[] body = exchange.getRequestBody().readAllBytes();
            Answer answer = answer(exchange, body);
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answer answer(HttpExchange exchange, byte[] body) throws IOException {
        Answer instead = insteadOfAnswering;
        if (instead != null) {
            return instead;
        }
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (requiredAuthorization != null && !requiredAuthorization.equals(authorization)) {
            return error(401, 40101, "Unauthorized");
        }
        String[] path = exchange.getRequestURI().getRawPath().substring(1).split("/", -1);
        for (int i = 0; i < path.length; i++) {
            path[i] = URLDecoder.decode(path[i], StandardCharsets.UTF_8);
        }
        lock.lock();
        try {
            return route(exchange.getRequestMethod() + " " + path[0] + " " + path.length, path, body);
        } finally {
            lock.unlock();
        }
    }

    private Answer route(String route, String[] path, byte[] body) throws IOException {
        return switch (route) {
            case "GET schemas 3" -> byId(Integer.parseInt(path[2]));
            case "GET subjects 4" -> version(path[1], path[3]);
            case "POST subjects 2" -> find(path[1], textIn(body));
            case "POST subjects 3" -> register(path[1], textIn(body));
            default -> error(404, 404, "HTTP 404 Not Found");
        };
    }

    private static String textIn(byte[] body) throws IOException {
        JsonNode schema = MAPPER.readTree(body).path("schema");
        return new Schema.Parser().parse(schema.asText()).toString();
    }

    private Answer byId(int id) {
        if (id < 1 || id > byId.size()) {
            return error(404, 40403, "Schema " + id + " not found");
        }
        return ok(MAPPER.createObjectNode().put("schema", byId.get(id - 1)));
    }

    private Answer version(String subject, String number) {
        List<Integer> ids = versions.get(subject);
        if (ids == null) {
            return error(404, 40401, "Subject '" + subject + "' not found.");
        }
        int version = number.equals("latest") ? ids.size() : Integer.parseInt(number);
        int id = ids.get(version - 1);
        return ok(described(subject, id).put("schema", byId.get(id - 1)));
    }

    private Answer find(String subject, String text) {
        List<Integer> ids = versions.get(subject);
        if (ids == null) {
            return error(404, 40401, "Subject '" + subject + "' not found.");
        }
        for (int id : ids) {
            if (byId.get(id - 1).equals(text)) {
                return ok(described(subject, id).put("schema", text));
            }
        }
        return error(404, 40403, "Schema not found");
    }

    private Answer register(String subject, String text) {
        Schema schema = new Schema.Parser().parse(text);
        for (int id : versions.getOrDefault(subject, List.of())) {
            List<String> problems = Compatibility.problems(schema, new Schema.Parser().parse(byId.get(id - 1)));
            if (!problems.isEmpty()) {
                return error(
                        409, 409, "Schema being registered is incompatible with an earlier schema: " + problems.get(0));
            }
        }
        return ok(MAPPER.createObjectNode().put("id", store(subject, text)));
    }

    private int store(String subject, String text) {
        if (!byId.contains(text)) {
            byId.add(text);
        }
        int id = byId.indexOf(text) + 1;
        List<Integer> ids = versions.computeIfAbsent(subject, name -> new ArrayList<>());
        if (!ids.contains(id)) {
            ids.add(id);
        }
        return id;
    }

    private ObjectNode described(String subject, int id) {
        return MAPPER.createObjectNode()
                .put("subject", subject)
                .put("version", versions.getOrDefault(subject, List.of()).indexOf(id) + 1)
                .put("id", id);
    }

    private static Answer ok(ObjectNode body) {
        return new Answer(200, body.toString());
    }

    private static Answer error(int status, int code, String message) {
        return new Answer(
                status,
                MAPPER.createObjectNode()
                        .put("error_code", code)
                        .put("message", message)
                        .toString());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
