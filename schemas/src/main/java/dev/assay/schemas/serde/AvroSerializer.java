package dev.assay.schemas.serde;

import dev.assay.schemas.RecordModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes generated Avro records in Confluent's wire format, registering their schemas.
 *
 * <p>Settings: {@code schema.registry.url} (one or more addresses of a registry with Confluent's REST API, by comma) with
 * {@code basic.auth.credentials.source} and {@code basic.auth.user.info}; without it the embedded registry in topic
 * {@code assay.schemas.topic} of the cluster at {@code bootstrap.servers}. {@code auto.register.schemas} (true): with
 * false, a schema must be registered already. Subjects are named {@code <topic>-value} and {@code <topic>-key}.
 *
 * <p>An instance is safe for several threads once configured, as a {@code KafkaProducer} expects; those of one process
 * share what they know of a registry.
 */
public final class AvroSerializer implements Serializer<SpecificRecord> {
    static {
        RecordModel.load();
    }

    private final Map<Target, Writing> writings = new ConcurrentHashMap<>();
    private volatile @Nullable SchemaRegistry registry;
    private volatile boolean register = true;
    private volatile String kind = "value";

    /** Where records of one type go. */
    private record Target(String topic, Schema schema) {}

    /** How records of one type are written there. */
    private record Writing(int id, SpecificDatumWriter<SpecificRecord> writer) {}

    /** @throws ConfigException when a setting is wrong or not supported */
    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        if (RegistrySettings.flag(settings, "use.latest.version", false)) {
            throw new ConfigException("use.latest.version: true (expected: false; a record is always written by its own"
                    + " schema. Register it beforehand and set auto.register.schemas=false)");
        }
        register = RegistrySettings.flag(settings, "auto.register.schemas", true);
        kind = isKey ? "key" : "value";
        close();
        registry = SharedRegistry.of(RegistrySettings.of(settings));
    }

    /**
     * @return null for null (a tombstone)
     * @throws SerializationException when the record cannot be written or the registry refuses its schema
     * @throws RegistryUnavailableException when the registry cannot be asked; the same record may be written later
     */
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable SpecificRecord data) {
        if (data == null) {
            return null;
        }
        Target target = new Target(topic, data.getSchema());
        Writing writing = writings.get(target);
        if (writing == null) {
            writing = open(topic, data);
            writings.put(target, writing);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        WireFormat.writeHeader(bytes, writing.id());
        try {
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
            writing.writer().write(data, encoder);
            encoder.flush();
        } catch (IOException | RuntimeException e) {
            throw new SerializationException(
                    "topic " + topic + ": a " + data.getSchema().getName() + " cannot be written: " + e.getMessage(),
                    e);
        }
        return bytes.toByteArray();
    }

    private Writing open(String topic, SpecificRecord record) {
        SchemaRegistry open = registry;
        if (open == null) {
            throw new IllegalStateException("serializer is not configured");
        }
        int id = open.idOf(topic + "-" + kind, record.getSchema(), register);
        SpecificData model = record instanceof SpecificRecordBase base ? base.getSpecificData() : SpecificData.get();
        return new Writing(id, new SpecificDatumWriter<>(record.getSchema(), model));
    }

    @Override
    public void close() {
        SchemaRegistry open = registry;
        registry = null;
        if (open != null) {
            open.close();
        }
        writings.clear();
    }
}
