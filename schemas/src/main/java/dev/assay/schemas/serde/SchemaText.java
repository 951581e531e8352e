package dev.assay.schemas.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;

/**
 * The text that a schema is registered by: that of the {@code .avsc} file, without the Java string hints that generated
 * classes carry. Other languages see nothing of Java, and a schema registered by hand is found to be the same.
 */
final class SchemaText {
    private static final String HINT = "avro.java.string";
    private static final JsonMapper MAPPER = new JsonMapper();

    private SchemaText() {}

    static String of(Schema schema) {
        try {
            JsonNode plain = withoutHints(MAPPER.readTree(schema.toString()));
            return new Schema.Parser().parse(plain.toString()).toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Avro wrote a schema that is no JSON", e);
        }
    }

    private static JsonNode withoutHints(JsonNode node) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, withoutHints(array.get(i)));
            }
            return array;
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        boolean hinted = object.remove(HINT) != null;
        if (hinted && object.size() == 1) {
            return object.get("type");
        }
        object.properties().forEach(property -> property.setValue(withoutHints(property.getValue())));
        return object;
    }
}
