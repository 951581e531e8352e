package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.golden.Samples;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AvroSerdeTest {
    @Test
    void everyRecordIsReadAsItWasWritten() throws Exception {
        try (RestRegistry registry = new RestRegistry();
                AvroSerializer serializer = new AvroSerializer();
                AvroDeserializer deserializer = new AvroDeserializer()) {
            serializer.configure(Map.of("schema.registry.url", registry.url()), false);
            deserializer.configure(Map.of("schema.registry.url", registry.url()), false);
            Samples.all().forEach((name, record) -> {
                String topic = "topic-of-" + name;
                assertThat(deserializer.deserialize(topic, serializer.serialize(topic, record)))
                        .as(name)
                        .isEqualTo(record);
            });
        }
    }
}
