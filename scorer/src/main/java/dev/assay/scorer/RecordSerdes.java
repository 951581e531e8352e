package dev.assay.scorer;

import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** Makes the serializers and deserializers of record values; an instance is for one thread, so each step has its own. */
record RecordSerdes(
        Supplier<Serializer<SpecificRecord>> serializers, Supplier<Deserializer<SpecificRecord>> deserializers) {}
