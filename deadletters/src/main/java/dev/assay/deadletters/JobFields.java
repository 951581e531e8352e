package dev.assay.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Job;
import dev.assay.schemas.RecordJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A job as JSON and back: its fields under their own names, times in ISO 8601. The request body stands beside them,
 * because it is JSON itself and must stay as it is written.
 */
final class JobFields {
    static final String BODY = "body";

    private JobFields() {}

    /** The fields of a job without its body. */
    static ObjectNode of(Job job) {
        ObjectNode fields = RecordJson.of(job);
        fields.remove(BODY);
        return fields;
    }

    /**
     * The job of such fields and a body.
     *
     * @param field what the fields are called in complaints
     */
    static Job read(ObjectNode fields, String body, String field) throws BadFieldException {
        ObjectNode all = fields.deepCopy();
        all.put(BODY, body);
        return (Job) record(Job.getClassSchema(), all, field);
    }

    private static Object record(Schema schema, JsonNode node, String path) throws BadFieldException {
        if (!node.isObject()) {
            throw bad(path, node, "an object");
        }
        for (Map.Entry<String, JsonNode> given : node.properties()) {
            if (schema.getField(given.getKey()) == null) {
                throw new BadFieldException(path + "." + given.getKey(), "no field of a " + schema.getName());
            }
        }
        SpecificRecordBase record = (SpecificRecordBase) SpecificData.get().newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode value = node.get(field.name());
            if (value != null) {
                record.put(field.pos(), value(field.schema(), value, path + "." + field.name()));
            } else if (field.hasDefaultValue()) {
                record.put(field.pos(), SpecificData.get().getDefaultValue(field));
            } else {
                throw new BadFieldException(path + "." + field.name(), "missing");
            }
        }
        return record;
    }

    private static @Nullable Object value(Schema schema, JsonNode node, String path) throws BadFieldException {
        return switch (schema.getType()) {
            case UNION -> node.isNull() ? null : value(schema.getTypes().get(1), node, path);
            case RECORD -> record(schema, node, path);
            case ARRAY -> array(schema, node, path);
            case MAP -> map(schema, node, path);
            case ENUM -> symbol(schema, node, path);
            case STRING -> {
                if (!node.isTextual()) {
                    throw bad(path, node, "a string");
                }
                yield node.textValue();
            }
            case BOOLEAN -> {
                if (!node.isBoolean()) {
                    throw bad(path, node, "true or false");
                }
                yield node.booleanValue();
            }
            case INT -> {
                if (!node.isIntegralNumber() || !node.canConvertToInt()) {
                    throw bad(path, node, "a whole number");
                }
                yield node.intValue();
            }
            case LONG -> {
                if (schema.getLogicalType() instanceof LogicalTypes.TimestampMillis) {
                    yield time(node, path);
                }
                if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                    throw bad(path, node, "a whole number");
                }
                yield node.longValue();
            }
            case DOUBLE -> {
                if (!node.isNumber()) {
                    throw bad(path, node, "a number");
                }
                yield node.doubleValue();
            }
            case BYTES, FIXED, FLOAT, NULL ->
                throw new IllegalStateException("no JSON form of " + schema.getType() + " for " + path);
        };
    }

    private static List<Object> array(Schema schema, JsonNode node, String path) throws BadFieldException {
        if (!node.isArray()) {
            throw bad(path, node, "an array");
        }
        List<Object> array = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            array.add(value(schema.getElementType(), node.get(i), path + "[" + i + "]"));
        }
        return array;
    }

    private static Map<String, Object> map(Schema schema, JsonNode node, String path) throws BadFieldException {
        if (!node.isObject()) {
            throw bad(path, node, "an object");
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            map.put(entry.getKey(), value(schema.getValueType(), entry.getValue(), path + "." + entry.getKey()));
        }
        return map;
    }

    private static Object symbol(Schema schema, JsonNode node, String path) throws BadFieldException {
        if (!node.isTextual() || !schema.hasEnumSymbol(node.textValue())) {
            throw bad(path, node, "one of " + String.join(", ", schema.getEnumSymbols()));
        }
        return SpecificData.get().createEnum(node.textValue(), schema);
    }

    private static Instant time(JsonNode node, String path) throws BadFieldException {
        try {
            return Instant.parse(node.asText());
        } catch (DateTimeParseException e) {
            throw bad(path, node, "a time such as 2026-08-01T12:00:00Z");
        }
    }

    static BadFieldException bad(String path, JsonNode node, String expected) {
        return new BadFieldException(path, node + " (expected: " + expected + ")");
    }
}
