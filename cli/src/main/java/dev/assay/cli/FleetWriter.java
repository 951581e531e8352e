package dev.assay.cli;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.FleetEntry;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;

/** Writes one word of a person to the fleet topic, and returns when it is kept. */
final class FleetWriter {
    private FleetWriter() {}

    static void write(KafkaClients clients, String key, SpecificRecord word)
            throws ExecutionException, InterruptedException {
        String topic = clients.settings().topics().fleet();
        FleetEntry entry = FleetEntry.newBuilder().setEntry(word).build();
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("assay-fleet-writer");
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            byte[] value = serializer.serialize(topic, entry);
            producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value))
                    .get();
        }
    }
}
