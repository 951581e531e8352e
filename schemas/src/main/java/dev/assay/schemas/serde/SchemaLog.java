package dev.assay.schemas.serde;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * What the schemas topic says, as a fold over its records: a schema's id is the offset of its first occurrence + 1, so
 * writers that race to append the same one agree, and the broker numbers the others. A schema that cannot read all
 * earlier ones of its record (BACKWARD_TRANSITIVE) is in the log but is nobody's to write with; every reader of the log
 * decides that alike. Not safe for several threads.
 */
final class SchemaLog {
    private final Map<Integer, Schema> byId = new HashMap<>();
    private final Map<String, Integer> accepted = new HashMap<>();
    private final Map<String, List<Schema>> acceptedByRecord = new HashMap<>();

    /** Takes one record of the topic; what is no schema is passed over, it can have no reader. */
    void append(long offset, byte[] value) {
        Schema schema;
        try {
            schema = new Schema.Parser().parse(new String(value, StandardCharsets.UTF_8));
        } catch (AvroRuntimeException e) {
            return;
        }
        int id = Math.toIntExact(offset + 1);
        byId.put(id, schema);
        String text = schema.toString();
        if (!accepted.containsKey(text) && refusal(schema).isEmpty()) {
            accepted.put(text, id);
            acceptedByRecord
                    .computeIfAbsent(schema.getFullName(), name -> new ArrayList<>())
                    .add(schema);
        }
    }

    Optional<Schema> schema(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The id to write a schema with; empty when it is not in the log or was not accepted. */
    OptionalInt idOf(String text) {
        Integer id = accepted.get(text);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    /** Why a schema would not be accepted now; empty when it would. */
    Optional<String> refusal(Schema schema) {
        for (Schema earlier : acceptedByRecord.getOrDefault(schema.getFullName(), List.of())) {
            List<String> problems = Compatibility.problems(schema, earlier);
            if (!problems.isEmpty()) {
                return Optional.of("it cannot read records of schema id " + accepted.get(earlier.toString()) + ": "
                        + String.join("; ", problems));
            }
        }
        return Optional.empty();
    }
}
