package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Makes a JSON value that keeps to a schema, as providers do that are asked for structured output: every property of an
 * object, one value of an enum, which one decided by a hash. It knows {@code type}, {@code enum}, {@code const},
 * {@code properties} and {@code items}.
 */
final class SchemaAnswer {
    private static final int MAX_DEPTH = 20;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final long hash;
    private final String words;

    /** @param words what stands in every text */
    SchemaAnswer(long hash, String words) {
        this.hash = hash;
        this.words = words;
    }

    String to(JsonNode schema) {
        return value(schema, 0).toString();
    }

    private JsonNode value(JsonNode schema, int depth) {
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.path("enum").isArray() && !schema.path("enum").isEmpty()) {
            JsonNode listed = schema.get("enum");
            return listed.get((int) Long.remainderUnsigned(hash, listed.size()));
        }
        if (depth >= MAX_DEPTH) {
            return NODES.nullNode();
        }
        JsonNode type = schema.path("type").isArray() ? schema.path("type").path(0) : schema.path("type");
        return switch (type.asText("object")) {
            case "string" -> NODES.textNode(words);
            case "integer" -> NODES.numberNode(Long.remainderUnsigned(hash, 2));
            case "number" -> NODES.numberNode(0.5);
            case "boolean" -> NODES.booleanNode(hash % 2 == 0);
            case "null" -> NODES.nullNode();
            case "array" -> array(schema.path("items"), depth);
            default -> object(schema.path("properties"), depth);
        };
    }

    private ArrayNode array(JsonNode items, int depth) {
        ArrayNode array = NODES.arrayNode();
        return items.isObject() ? array.add(value(items, depth + 1)) : array;
    }

    private ObjectNode object(JsonNode properties, int depth) {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            object.set(property.getKey(), value(property.getValue(), depth + 1));
        }
        return object;
    }
}
