package dev.assay.scorer.offline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads one line of an answer file: {@code {"id", "output", "expectation"}}, or short with {@code ideal},
 * {@code scorer} and {@code scorer_options} in place of the expectation, as job files have them. Other fields are the
 * user's own and are passed over.
 */
final class AnswerLine {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(200)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** A field's value and the column at which it begins. */
    record Field(JsonNode value, int column) {}

    private final ExpectationFields expectations;

    AnswerLine(ExpectationFields expectations) {
        this.expectations = expectations;
    }

    OfflineAnswer read(String line) throws BadLineException {
        Map<String, Field> fields = fields(line);
        Field id = fields.get("id");
        if (id == null) {
            throw new BadLineException(1, "no id (expected: an object with id, output and expectation)");
        }
        if (!id.value().isTextual() && !id.value().isIntegralNumber()) {
            throw new BadLineException(id.column(), "id: " + kind(id.value()) + " (expected: a string or a number)");
        }
        Field output = fields.get("output");
        if (output == null) {
            throw new BadLineException(1, "no output (expected: the model's answer, or null where there was none)");
        }
        JsonNode answer = output.value();
        return new OfflineAnswer(
                id.value().asText(),
                answer.isNull() ? null : answer.isTextual() ? answer.textValue() : answer.toString(),
                expectations.read(fields));
    }

    private static Map<String, Field> fields(String line) throws BadLineException {
        Map<String, Field> fields = new LinkedHashMap<>();
        try (JsonParser parser = MAPPER.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLineException(1, "no JSON object (expected: one with id, output and expectation)");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int column = parser.currentTokenLocation().getColumnNr();
                fields.put(name, new Field(parser.<JsonNode>readValueAsTree(), column));
            }
            if (parser.nextToken() != null) {
                throw new BadLineException(
                        parser.currentTokenLocation().getColumnNr(), "more text behind the object (expected: its end)");
            }
            return fields;
        } catch (JsonProcessingException e) {
            int column =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getColumnNr());
            throw new BadLineException(column, "no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> value.asText();
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "nothing";
        };
    }
}
