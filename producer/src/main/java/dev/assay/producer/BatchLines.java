package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Expectation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI Batch requests: {@code custom_id}, {@code method}, {@code url}, {@code body}. The body is kept as it is
 * written. How to score stands beside it, in {@code metadata} beside it, or in the body's own {@code metadata}; what
 * else the metadata beside it holds are the platform's tags.
 */
final class BatchLines implements LineFormat {
    private static final List<String> PLACES = List.of("", "/metadata", "/body/metadata");
    private static final List<String> URLS = List.of("/v1/chat/completions", "/chat/completions");

    private final ExpectationReader expectations;

    BatchLines(Scoring scoring, ReadOptions options) {
        expectations = new ExpectationReader(scoring, options.idealField() == null ? "ideal" : options.idealField());
    }

    @Override
    public Draft read(Line.Text text) throws BadLineException {
        JsonLine line = JsonLine.parse(text.text());
        requireIfThere(line, "method", List.of("POST"));
        requireIfThere(line, "url", URLS);
        JsonNode body = line.get("body");
        if (!(body instanceof ObjectNode tree)) {
            throw line.bad("/body", missingOr(body) + " (expected: a chat-completions request)");
        }
        JsonNode id = line.get("custom_id");
        if (!id.isTextual()) {
            throw line.bad("/custom_id", missingOr(id) + " (expected: a string that no other line has)");
        }
        Expectation expectation = expectations.read(line, PLACES);
        return new Draft(
                text.number(),
                id.textValue(),
                line.raw("body"),
                tree,
                expectation,
                tags(line, expectations),
                deadline(line),
                line::bad);
    }

    /** The tags in the metadata beside a job. */
    static Map<String, String> tags(JsonLine line, ExpectationReader expectations) throws BadLineException {
        JsonNode metadata = line.get("metadata");
        if (metadata.isMissingNode() || metadata.isNull()) {
            return Map.of();
        }
        if (!metadata.isObject()) {
            throw line.bad("/metadata", JsonLine.kind(metadata) + " (expected: an object)");
        }
        ObjectNode tags = metadata.deepCopy();
        metadata.properties().stream()
                .map(Map.Entry::getKey)
                .filter(expectations::isPart)
                .forEach(tags::remove);
        return new TreeMap<>(ExpectationReader.scalars(line, "/metadata", tags));
    }

    /** The deadline that a line states; null where it states none. */
    static @Nullable Instant deadline(JsonLine line) throws BadLineException {
        JsonNode deadline = line.get("deadline");
        if (deadline.isMissingNode()) {
            return null;
        }
        try {
            if (deadline.isTextual()) {
                return OffsetDateTime.parse(deadline.textValue()).toInstant();
            }
        } catch (DateTimeException e) {
            // Said below, with the value.
        }
        throw line.bad(
                "/deadline",
                (deadline.isTextual()
                                ? "'" + ScorerRules.shortened(deadline.textValue()) + "'"
                                : JsonLine.kind(deadline))
                        + " (expected: a time with its offset, such as 2030-01-31T12:00:00Z)");
    }

    private static void requireIfThere(JsonLine line, String field, List<String> allowed) throws BadLineException {
        JsonNode value = line.get(field);
        if (!value.isMissingNode() && !(value.isTextual() && allowed.contains(value.textValue()))) {
            throw line.bad(
                    "/" + field,
                    (value.isTextual() ? "'" + ScorerRules.shortened(value.textValue()) + "'" : JsonLine.kind(value))
                            + " (expected: " + allowed.getFirst() + ")");
        }
    }

    private static String missingOr(JsonNode value) {
        return value.isMissingNode() ? "missing" : JsonLine.kind(value);
    }
}
