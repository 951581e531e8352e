package dev.assay.schemas.serde;

import dev.assay.schemas.RecordModel;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link AvroSerializer} or any other writer of Confluent's wire format wrote, into the generated class of
 * the writer's record: fields that the writer did not know take their defaults, fields unknown here are passed over.
 *
 * <p>Settings: those of the serializer that name a registry; {@code specific.avro.reader} must not be false.
 *
 * <p>An instance is safe for several threads once configured, as Kafka Streams expects; those of one process share what
 * they know of a registry.
 */
public final class AvroDeserializer implements Deserializer<SpecificRecord> {
    static {
        RecordModel.load();
    }

    private final Map<Integer, RecordReader> readers = new ConcurrentHashMap<>();
    private volatile @Nullable SchemaRegistry registry;

    /** @throws ConfigException when a setting is wrong or not supported */
    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        if (!RegistrySettings.flag(settings, "specific.avro.reader", true)) {
            throw new ConfigException("specific.avro.reader: false (expected: true; only generated classes are read)");
        }
        close();
        registry = SharedRegistry.of(RegistrySettings.of(settings));
    }

    /**
     * @return null for null (a tombstone)
     * @throws SerializationException when the bytes are no record of Assay's; the message says what is wrong with them
     * @throws RegistryUnavailableException when the registry cannot be asked; the same bytes may be read later
     */
    @Override
    public @Nullable SpecificRecord deserialize(String topic, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        int id;
        try {
            id = WireFormat.idOf(data);
        } catch (IllegalArgumentException e) {
            throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
        }
        RecordReader reader = readers.get(id);
        if (reader == null) {
            reader = open(topic, id);
            readers.put(id, reader);
        }
        return read(topic, id, reader, data);
    }

    private SpecificRecord read(String topic, int id, RecordReader reader, byte[] data) {
        String record = reader.getSchema().getName();
        try {
            BinaryDecoder decoder = DecoderFactory.get()
                    .binaryDecoder(data, WireFormat.HEADER_LENGTH, data.length - WireFormat.HEADER_LENGTH, null);
            SpecificRecord read = reader.next(decoder);
            if (decoder.isEnd()) {
                return read;
            }
        } catch (EOFException e) {
            throw new SerializationException(
                    "topic " + topic + ": truncated: " + data.length + " bytes end within the " + record
                            + " (schema id " + id + ")",
                    e);
        } catch (IOException | RuntimeException e) {
            throw new SerializationException(
                    "topic " + topic + ": the bytes are no " + record + " (schema id " + id + "): " + e.getMessage(),
                    e);
        }
        throw new SerializationException(
                "topic " + topic + ": bytes are left over after the " + record + " (schema id " + id + ")");
    }

    private RecordReader open(String topic, int id) {
        SchemaRegistry open = registry;
        if (open == null) {
            throw new IllegalStateException("deserializer is not configured");
        }
        Schema writer = writer(open, topic, id);
        SpecificData model = SpecificData.getForClass(generatedClass(topic, id, writer));
        Schema reader = model.getSchema(generatedClass(topic, id, writer));
        List<String> problems = Compatibility.problemsOfEveryRecord(reader, writer);
        if (!problems.isEmpty()) {
            throw new SerializationException("topic " + topic + ": records of schema id " + id + " cannot be read as "
                    + reader.getName() + ": " + String.join("; ", problems));
        }
        return new RecordReader(writer, reader, model);
    }

    private static Schema writer(SchemaRegistry registry, String topic, int id) {
        try {
            return registry.schema(id)
                    .orElseThrow(() -> new SerializationException(
                            "unknown schema id " + id + ": the registry has none of that id"));
        } catch (SerializationException e) {
            throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private static Class<? extends SpecificRecordBase> generatedClass(String topic, int id, Schema writer) {
        try {
            Class<?> type = SpecificData.get().getClass(writer);
            if (type != null && SpecificRecordBase.class.isAssignableFrom(type)) {
                return type.asSubclass(SpecificRecordBase.class);
            }
        } catch (SecurityException e) {
            throw wrongType(topic, id, writer, e);
        }
        throw wrongType(topic, id, writer, null);
    }

    private static SerializationException wrongType(String topic, int id, Schema writer, @Nullable Throwable cause) {
        return new SerializationException(
                "topic " + topic + ": wrong record type: schema id " + id + " is " + writer.getFullName()
                        + ", which is none of Assay's records",
                cause);
    }

    @Override
    public void close() {
        SchemaRegistry open = registry;
        registry = null;
        if (open != null) {
            open.close();
        }
        readers.clear();
    }
}
