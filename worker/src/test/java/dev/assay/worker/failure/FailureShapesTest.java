package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Responses in the shapes that providers send, each with what it must be taken for. */
class FailureShapesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Classifier failures = new Classifier(new Redactor(List.of()));

    @Test
    void everyShapeIsTakenForWhatItIs() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<JsonNode> shapes = shapes();
        for (JsonNode shape : shapes) {
            Failure failure = read(shape);
            List<String> found = new ArrayList<>();
            compare(found, shape, "expected_kind", failure.kind().name());
            compare(found, shape, "wait_class", failure.waitClass().name());
            compare(found, shape, "scope", failure.scope().name());
            compare(
                    found,
                    shape,
                    "hint",
                    failure.waitHint().map(Duration::toString).orElse("none"));
            if (!found.isEmpty()) {
                wrong.add(shape.path("id").asText() + ": " + found + " by rule " + failure.rule());
            }
        }
        assertThat(shapes).hasSizeGreaterThan(200);
        assertThat(wrong).isEmpty();
    }

    private static void compare(List<String> found, JsonNode shape, String field, String actual) {
        if (shape.has(field) && !shape.path(field).asText().equals(actual)) {
            found.add(actual + " (expected: " + shape.path(field).asText() + ")");
        }
    }

    private Failure read(JsonNode shape) {
        Map<String, String> headers = new HashMap<>();
        shape.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        JsonNode body = shape.path("body");
        byte[] bytes = (body.isTextual() ? body.asText() : body.toString()).getBytes(StandardCharsets.UTF_8);
        String provider = shape.path("provider").asText();
        int status = shape.path("status").asInt();
        return status == 200
                ? failures.ofErrorBody(provider, new ResponseHeaders(headers), bytes, NOW)
                : failures.ofStatus(provider, status, new ResponseHeaders(headers), bytes, NOW);
    }

    static List<JsonNode> shapes() throws IOException {
        JsonMapper mapper = JsonMapper.builder().build();
        try (InputStream in =
                Objects.requireNonNull(FailureShapesTest.class.getResourceAsStream("failure-shapes.jsonl"))) {
            List<JsonNode> shapes = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                shapes.add(mapper.readTree(line));
            }
            return shapes;
        }
    }
}
