package dev.assay.deadletters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.assay.schemas.Job;
import dev.assay.schemas.RecordJson;
import dev.assay.schemas.deadletter.Lineage;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as one line of JSON, for engineers who mend jobs with their own tools. Key, value and headers are there
 * byte for byte in base64; {@code error} and {@code lineage} say what the headers say, and are not read back; where the
 * bytes are a job, {@code job} holds its fields and {@code body} its request as it is written. Whoever mends a job changes
 * those two, or {@code value}.
 *
 * @param id where the letter lies
 * @param at when it was written
 * @param key the record's key; null where it has none
 * @param value the record's bytes; null where it has none
 * @param headers all its headers, in order
 * @param job the job's fields without its body; null where the line has none
 * @param body the request as the line writes it; null where the line has none
 */
@SuppressWarnings("ArrayRecordComponent")
public record ExportLine(
        LetterId id,
        Instant at,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers,
        @Nullable ObjectNode job,
        @Nullable String body) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper();

    /**
     * Writes a letter as a line, without a line break.
     *
     * @param job the job that its bytes are; null where they are none
     */
    public static String write(Letter letter, @Nullable Job job) {
        ObjectNode line = NODES.objectNode();
        line.put("id", letter.id().toString());
        line.put("at", letter.at().toString());
        line.set("key", base64(letter.key()));
        line.set("value", base64(letter.value()));
        ArrayNode headers = line.putArray("headers");
        for (Header header : letter.headers()) {
            headers.addObject().put("name", header.key()).set("value", base64(header.value()));
        }
        line.set("error", error(letter));
        if (!letter.lineage().isEmpty()) {
            ArrayNode lineage = line.putArray("lineage");
            letter.lineage().forEach(life -> lineage.add(Lineage.json(life)));
        }
        if (job != null) {
            line.set("job", JobFields.of(job));
            line.putRawValue(JobFields.BODY, new RawValue(written(job.getBody())));
        }
        try {
            return MAPPER.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("writing to memory", e);
        }
    }

    /** How a line writes a body: as JSON where it is, and as a string where it is not. */
    static String written(String body) {
        return RawJson.parse(body) == null ? RawJson.string(body) : RawJson.onOneLine(body);
    }

    /**
     * Reads a line back.
     *
     * @throws BadFieldException naming the field that cannot be used
     */
    public static ExportLine read(String line) throws BadFieldException {
        JsonNode root;
        try {
            root = RawJson.parsed(line);
        } catch (JsonProcessingException e) {
            int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
            throw new BadFieldException("line", "not JSON at character " + column + ": " + e.getOriginalMessage());
        }
        if (!root.isObject()) {
            throw new BadFieldException("line", "not a JSON object (expected: a line as assay dlq export writes it)");
        }
        Map<String, String> raw = RawJson.members(line);
        JsonNode job = root.path("job");
        if (!job.isMissingNode() && !job.isNull() && !job.isObject()) {
            throw JobFields.bad("job", job, "an object");
        }
        JsonNode body = root.path(JobFields.BODY);
        return new ExportLine(
                id(root.path("id")),
                time(root.path("at")),
                bytes(root.path("key"), "key"),
                bytes(root.path("value"), "value"),
                headers(root.path("headers")),
                job instanceof ObjectNode fields ? fields : null,
                body.isMissingNode() || body.isNull() ? null : body(body, String.valueOf(raw.get(JobFields.BODY))));
    }

    private static String body(JsonNode parsed, String raw) {
        return parsed.isTextual() ? parsed.textValue() : raw;
    }

    private static LetterId id(JsonNode node) throws BadFieldException {
        try {
            return LetterId.parse(node.asText());
        } catch (IllegalArgumentException e) {
            throw new BadFieldException("id", shown(node) + " (expected: such as jobs-3-1042)");
        }
    }

    private static Instant time(JsonNode node) throws BadFieldException {
        try {
            return Instant.parse(node.asText());
        } catch (DateTimeParseException e) {
            throw new BadFieldException("at", shown(node) + " (expected: a time such as 2026-08-01T12:00:00Z)");
        }
    }

    private static Headers headers(JsonNode node) throws BadFieldException {
        if (!node.isArray()) {
            throw new BadFieldException("headers", shown(node) + " (expected: an array)");
        }
        Headers headers = new RecordHeaders();
        for (int i = 0; i < node.size(); i++) {
            JsonNode name = node.get(i).path("name");
            if (!name.isTextual()) {
                throw new BadFieldException("headers[" + i + "].name", shown(name) + " (expected: a string)");
            }
            headers.add(name.textValue(), bytes(node.get(i).path("value"), "headers[" + i + "].value"));
        }
        return headers;
    }

    private static byte @Nullable [] bytes(JsonNode node, String field) throws BadFieldException {
        if (node.isNull()) {
            return null;
        }
        if (!node.isTextual()) {
            throw new BadFieldException(field, shown(node) + " (expected: base64, or null)");
        }
        try {
            return Base64.getDecoder().decode(node.textValue());
        } catch (IllegalArgumentException e) {
            throw new BadFieldException(field, "not base64: " + e.getMessage());
        }
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
    }

    private static JsonNode base64(byte @Nullable [] bytes) {
        return bytes == null
                ? NODES.nullNode()
                : NODES.textNode(Base64.getEncoder().encodeToString(bytes));
    }

    private static ObjectNode error(Letter letter) {
        return letter.told().map(RecordJson::of).orElseGet(() -> {
            ObjectNode damaged = NODES.objectNode();
            letter.problems().forEach(damaged.putArray("damaged")::add);
            return damaged;
        });
    }
}
