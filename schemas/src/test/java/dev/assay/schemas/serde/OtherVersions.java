package dev.assay.schemas.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/** Schemas and bytes as an earlier or later version of Assay would write them. */
final class OtherVersions {
    private static final JsonMapper MAPPER = new JsonMapper();

    private OtherVersions() {}

    /** A schema changed in its JSON. */
    static Schema changed(Schema schema, Consumer<ObjectNode> change) {
        try {
            JsonNode json = MAPPER.readTree(SchemaText.of(schema));
            change.accept((ObjectNode) json);
            return new Schema.Parser().parse(json.toString());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static ArrayNode fields(ObjectNode record) {
        return (ArrayNode) record.get("fields");
    }

    static ObjectNode field(ObjectNode record, String name) {
        for (JsonNode field : fields(record)) {
            if (field.get("name").asText().equals(name)) {
                return (ObjectNode) field;
            }
        }
        throw new AssertionError("no field " + name);
    }

    static void addField(ObjectNode record, String name, String type) {
        fields(record).insertObject(0).put("name", name).put("type", type);
    }

    static void removeField(ObjectNode record, String name) {
        ArrayNode fields = fields(record);
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).get("name").asText().equals(name)) {
                fields.remove(i);
            }
        }
    }

    /** What a record holds, as a record of another schema; fields that only that one has are set by {@code fill}. */
    static byte[] bytes(int id, SpecificRecordBase record, Schema as, Consumer<GenericRecord> fill) {
        GenericRecord written = new GenericData.Record(as);
        GenericRecord known = generic(record);
        for (Schema.Field field : as.getFields()) {
            if (known.getSchema().getField(field.name()) != null) {
                written.put(field.name(), known.get(field.name()));
            }
        }
        fill.accept(written);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WireFormat.writeHeader(out, id);
        try {
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
            new GenericDatumWriter<GenericRecord>(as).write(written, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static GenericRecord generic(SpecificRecordBase record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
            new SpecificDatumWriter<SpecificRecordBase>(record.getSchema(), record.getSpecificData())
                    .write(record, encoder);
            encoder.flush();
            return new GenericDatumReader<GenericRecord>(record.getSchema())
                    .read(null, DecoderFactory.get().binaryDecoder(out.toByteArray(), null));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
