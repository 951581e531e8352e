package dev.assay.cli.classify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.ResponseHeaders;
import dev.assay.worker.failure.WaitClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One line of a file of responses: {@code {"provider":..., "status":429, "headers":{...}, "body":...}}, or a line of a
 * batch's result or error file, whose response stands inside it.
 */
final class ResponseLine {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String KINDS =
            Arrays.stream(FailureKind.values()).map(FailureKind::name).collect(Collectors.joining(", "));

    private final long number;
    private final String text;
    private final JsonNode root;

    private ResponseLine(long number, String text, JsonNode root) {
        this.number = number;
        this.text = text;
        this.root = root;
    }

    static RecordedResponse read(long number, byte[] bytes, String provider) throws BadResponseException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return new ResponseLine(number, text, parse(number, text)).response(provider);
    }

    private static JsonNode parse(long number, String text) throws BadResponseException {
        try {
            JsonNode root = MAPPER.readTree(text.startsWith("\uFEFF") ? text.substring(1) : text);
            if (root == null || !root.isObject()) {
                throw new BadResponseException(number, 1, "not a JSON object (expected: {...} on each line)");
            }
            return root;
        } catch (JsonProcessingException e) {
            int column =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getColumnNr());
            String what = e instanceof JsonParseException ? e.getOriginalMessage() : "not JSON";
            throw new BadResponseException(
                    number, column, what.lines().findFirst().orElse(what));
        }
    }

    private RecordedResponse response(String provider) throws BadResponseException {
        Optional<JsonNode> batch = batch();
        JsonNode response = batch.orElse(root);
        return new RecordedResponse(
                number,
                root.path("id").asText(response.path("custom_id").asText("")),
                provider(provider),
                batch.isPresent() ? batchStatus(response) : status(),
                headers(root.path("headers")),
                ByteBuffer.wrap(bytes(batch.isPresent() ? batchBody(response) : root.path("body"))),
                expectedKind(),
                expectedWait());
    }

    /** The batch line that this line is, or has as its body. */
    private Optional<JsonNode> batch() {
        if (isBatch(root)) {
            return Optional.of(root);
        }
        JsonNode body = root.path("body");
        if (!root.path("status").isNull() && root.has("status")) {
            return Optional.empty();
        }
        try {
            JsonNode inside = body.isTextual() ? MAPPER.readTree(body.asText()) : body;
            return Optional.ofNullable(inside).filter(ResponseLine::isBatch);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static boolean isBatch(JsonNode line) {
        return line.has("custom_id") && (line.has("response") || line.has("error"));
    }

    /** An error that a batch reports outside of a response has no status. */
    private int batchStatus(JsonNode line) throws BadResponseException {
        JsonNode response = line.path("response");
        if (!response.isObject()) {
            return 200;
        }
        JsonNode status = response.path("status_code");
        if (!status.canConvertToInt()) {
            throw wrong("response.status_code", "status_code", status, "100 to 599");
        }
        return status.asInt();
    }

    private static JsonNode batchBody(JsonNode line) {
        JsonNode response = line.path("response");
        return response.isObject()
                ? response.path("body")
                : MAPPER.createObjectNode().set("error", line.path("error"));
    }

    private int status() throws BadResponseException {
        JsonNode status = root.path("status");
        if (!status.canConvertToInt() || status.asInt() < 100 || status.asInt() > 599) {
            throw wrong("status", "status", status, "100 to 599");
        }
        return status.asInt();
    }

    private String provider(String otherwise) throws BadResponseException {
        JsonNode provider = root.path("provider");
        if (provider.isMissingNode() || provider.isNull()) {
            return otherwise;
        }
        if (!provider.isTextual()) {
            throw wrong("provider", "provider", provider, "a text that names one");
        }
        return provider.asText();
    }

    private ResponseHeaders headers(JsonNode headers) throws BadResponseException {
        if (headers.isMissingNode() || headers.isNull()) {
            return ResponseHeaders.NONE;
        }
        if (!headers.isObject()) {
            throw wrong("headers", "headers", headers, "an object of names and values");
        }
        Map<String, String> byName = new HashMap<>();
        for (Map.Entry<String, JsonNode> header : headers.properties()) {
            JsonNode value = header.getValue().isArray() ? header.getValue().path(0) : header.getValue();
            if (value.isContainerNode()) {
                throw wrong("headers." + header.getKey(), header.getKey(), value, "a text");
            }
            byName.put(header.getKey(), value.asText());
        }
        return new ResponseHeaders(byName);
    }

    private static byte[] bytes(JsonNode body) {
        if (body.isMissingNode() || body.isNull()) {
            return new byte[0];
        }
        return (body.isTextual() ? body.asText() : body.toString()).getBytes(StandardCharsets.UTF_8);
    }

    private Optional<String> expectedKind() throws BadResponseException {
        String kind = expected("expected_kind");
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        if (!kind.equals(Classified.NO_FAILURE)
                && Arrays.stream(FailureKind.values())
                        .noneMatch(known -> known.name().equals(kind))) {
            throw wrong(
                    "expected_kind", "expected_kind", root.path("expected_kind"), Classified.NO_FAILURE + ", " + KINDS);
        }
        return Optional.of(kind);
    }

    private Optional<String> expectedWait() throws BadResponseException {
        String wait = expected("wait_class").toUpperCase(Locale.ROOT);
        if (wait.isEmpty()) {
            return Optional.empty();
        }
        if (Arrays.stream(WaitClass.values()).noneMatch(known -> known.name().equals(wait))) {
            throw wrong("wait_class", "wait_class", root.path("wait_class"), "none, short, long or concurrency");
        }
        return Optional.of(wait);
    }

    private String expected(String field) {
        JsonNode value = root.path(field);
        return value.isNull() ? "" : value.asText("");
    }

    private BadResponseException wrong(String name, String key, JsonNode value, String expected) {
        String what = value.isMissingNode() ? "missing" : value.toString();
        int at = text.indexOf('"' + key + '"');
        String shown = what.length() <= 40 ? what : what.substring(0, 40) + "...";
        return new BadResponseException(
                number, at < 0 ? 1 : at + 1, name + ": " + shown + " (expected: " + expected + ")");
    }
}
