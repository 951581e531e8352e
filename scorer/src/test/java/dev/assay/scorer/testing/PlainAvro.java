package dev.assay.scorer.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** Records as bytes that say their schema by its fingerprint, for tests without any registry. */
public final class PlainAvro {
    private static final Map<Long, SpecificRecordBase> KINDS = Stream.<SpecificRecordBase>of(
                    new dev.assay.schemas.Job(),
                    new dev.assay.schemas.Result(),
                    new dev.assay.schemas.Score(),
                    new dev.assay.schemas.RunEntry(),
                    new dev.assay.schemas.FallbackWindow())
            .collect(Collectors.toMap(record -> fingerprint(record.getSchema()), Function.identity()));

    private PlainAvro() {}

    public static Serializer<SpecificRecord> serializer() {
        return (topic, record) -> write(record);
    }

    public static Deserializer<SpecificRecord> deserializer() {
        return (topic, bytes) -> read(bytes);
    }

    public static byte[] write(SpecificRecord record) {
        try {
            ByteBuffer buffer = new BinaryMessageEncoder<SpecificRecord>(
                            ((SpecificRecordBase) record).getSpecificData(), record.getSchema())
                    .encode(record);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static SpecificRecord read(byte[] bytes) {
        try {
            SpecificRecordBase kind = KINDS.get(ByteBuffer.wrap(bytes)
                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                    .getLong(2));
            if (kind == null) {
                throw new SerializationException("unknown fingerprint");
            }
            return new BinaryMessageDecoder<SpecificRecord>(kind.getSpecificData(), kind.getSchema()).decode(bytes);
        } catch (IOException | IndexOutOfBoundsException | org.apache.avro.AvroRuntimeException e) {
            throw new SerializationException("no record: " + e.getMessage(), e);
        }
    }

    private static long fingerprint(Schema schema) {
        return SchemaNormalization.parsingFingerprint64(schema);
    }
}
