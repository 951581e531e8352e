package dev.assay.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * A record as JSON, field for field under its own names: times in ISO 8601, decimals as exact numbers, maps in the
 * order of their keys, bytes as text.
 */
@NullMarked
public final class RecordJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RecordJson() {}

    public static ObjectNode of(SpecificRecord source) {
        ObjectNode object = NODES.objectNode();
        for (Schema.Field field : source.getSchema().getFields()) {
            object.set(field.name(), node(source.get(field.pos())));
        }
        return object;
    }

    private static JsonNode node(@Nullable Object value) {
        return switch (value) {
            case null -> NODES.nullNode();
            case SpecificRecord nested -> of(nested);
            case Map<?, ?> map -> mapNode(map);
            case List<?> list -> {
                ArrayNode array = NODES.arrayNode();
                list.forEach(item -> array.add(node(item)));
                yield array;
            }
            case Boolean flag -> NODES.booleanNode(flag);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            case BigDecimal number -> NODES.numberNode(shortest(number));
            case Instant time -> NODES.textNode(time.toString());
            case ByteBuffer bytes ->
                NODES.textNode(StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
            // Strings and enums.
            case Object text -> NODES.textNode(text.toString());
        };
    }

    private static BigDecimal shortest(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static ObjectNode mapNode(Map<?, ?> map) {
        TreeMap<String, Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        ObjectNode object = NODES.objectNode();
        sorted.forEach((key, value) -> object.set(key, node(value)));
        return object;
    }
}
