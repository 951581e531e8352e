package dev.assay.cli.read;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
        this.prefix = (runId + "/").getBytes(StandardCharsets.UTF_8);
        this.type = type;
    }

    void decode(ConsumerRecord<byte[], byte[]> consumed, RecordVisitor<T> visitor) {
        if (!isOfRun(consumed)) {
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
            visitor.visit(type.cast(decoded), consumed.value());
        } else {
            damaged++;
        }
    }

    boolean isOfRun(ConsumerRecord<byte[], byte[]> consumed) {
        byte[] key = consumed.key();
        return key != null
                && key.length >= prefix.length
                && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    long damaged() {
        return damaged;
    }
}
