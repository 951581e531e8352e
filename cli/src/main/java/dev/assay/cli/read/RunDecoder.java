package dev.assay.cli.read;

import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** Decodes the records of one run and passes over others by their key, which is cheap; counts what is damaged. */
final class RunDecoder<T extends SpecificRecord> {
    private final Deserializer<SpecificRecord> deserializer;
    private final byte[] prefix;
    private final Class<T> type;
    private long damaged;

    RunDecoder(Deserializer<SpecificRecord> deserializer, String runId, Class<T> type) {
        this.deserializer = deserializer;
        this.prefix = RunRecords.keyPrefix(runId);
        this.type = type;
    }

    void decode(ConsumerRecord<byte[], byte[]> consumed, Consumer<T> visitor) {
        if (!RunRecords.isOfRun(consumed.key(), prefix)) {
            return;
        }
        SpecificRecord decoded;
        try {
            decoded = deserializer.deserialize(consumed.topic(), consumed.headers(), consumed.value());
        } catch (RuntimeException e) {
            damaged++;
            return;
        }
        if (type.isInstance(decoded)) {
            visitor.accept(type.cast(decoded));
        } else {
            damaged++;
        }
    }

    long damaged() {
        return damaged;
    }
}
