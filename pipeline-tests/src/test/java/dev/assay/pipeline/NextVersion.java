package dev.assay.pipeline;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.runtime.KafkaClients;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Records as the next version of Assay would write and read them: each record of the contract has one more field, with
 * a default. It knows the schemas of one cluster's schema topic.
 */
final class NextVersion {
    static final String FIELD = "addedLater";
    static final String DEFAULT = "nothing";

    private static final int ENVELOPE = 5;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final KafkaClients clients;
    private final Map<Integer, Schema> known = new HashMap<>();
    private final Map<Schema, Integer> registered = new HashMap<>();

    private NextVersion(KafkaClients clients) {
        this.clients = clients;
    }

    static NextVersion on(KafkaClients clients) {
        NextVersion version = new NextVersion(clients);
        version.readSchemas();
        return version;
    }

    /** Takes note of what services have registered by now. */
    void readSchemas() {
        String topic = clients.settings().topics().schemas();
        for (ConsumerRecord<byte[], byte[]> entry : RawTopic.read(clients, topic)) {
            known.put((int) entry.offset() + 1, new Schema.Parser().parse(RawTopic.text(entry.value())));
        }
    }

    /** Whether a value was written by the present version. */
    boolean isPresent(byte[] value) {
        return schemaOf(value).getField(FIELD) == null;
    }

    /** Reads a value of either version as the next version would. */
    GenericRecord read(byte[] value) {
        Schema writer = schemaOf(value);
        Schema reader = writer.getField(FIELD) == null ? next(writer) : writer;
        try {
            return new GenericDatumReader<GenericRecord>(writer, reader)
                    .read(null, DecoderFactory.get().binaryDecoder(value, ENVELOPE, value.length - ENVELOPE, null));
        } catch (IOException e) {
            throw new UncheckedIOException("a record of the present version is not read by the next one", e);
        }
    }

    /** Writes a record as the next version would on another cluster, whose schema topic gets to know its schema. */
    byte[] writeOn(KafkaClients other, GenericRecord record) throws Exception {
        Integer id = registered.get(record.getSchema());
        if (id == null) {
            byte[] text = record.getSchema().toString().getBytes(StandardCharsets.UTF_8);
            String topic = other.settings().topics().schemas();
            id = (int) RawTopic.write(other, List.of(new ProducerRecord<>(topic, 0, null, text)))
                            .getFirst()
                            .offset()
                    + 1;
            registered.put(record.getSchema(), id);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    /**
     * Writes a value of the present version anew, as the next version would have on another cluster.
     *
     * @param change what else differs in it
     */
    byte[] rewriteOn(KafkaClients other, byte[] value, Consumer<GenericRecord> change) throws Exception {
        GenericRecord record = read(value);
        record.put(FIELD, "said by the next version");
        change.accept(record);
        return writeOn(other, record);
    }

    private Schema schemaOf(byte[] value) {
        int id = ByteBuffer.wrap(value).getInt(1);
        return requireNonNull(known.get(id), () -> "no schema " + id + " among " + known.keySet());
    }

    private static Schema next(Schema present) {
        try {
            JsonNode json = JSON.readTree(present.toString());
            addField(json);
            return new Schema.Parser().parse(json.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("a schema is no JSON", e);
        }
    }

    private static void addField(JsonNode node) {
        node.forEach(NextVersion::addField);
        if (node instanceof ObjectNode object && object.path("type").asText().equals("record")) {
            object.withArray("fields")
                    .addObject()
                    .put("name", FIELD)
                    .put("type", "string")
                    .put("default", DEFAULT);
        }
    }
}
