package dev.assay.cli.read;

import dev.assay.budget.ledger.Epochs;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.OwnerEpoch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Names of the processes that kept partitions of the ledger, from the records with which they began. */
final class OwnerNames implements AutoCloseable {
    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;
    private final Map<Place, String> names = new HashMap<>();

    private record Place(int partition, long epoch) {}

    OwnerNames(KafkaClients clients, String topic, String clientId) {
        this.topic = topic;
        this.consumer = clients.consumer(clientId + "-owners", Map.of("fetch.max.wait.ms", 50));
        this.scan = new TopicScan(consumer);
        this.deserializer = clients.valueDeserializer();
    }

    /** Who kept a partition in an epoch; null for nobody, or where the record is gone. */
    @Nullable
    String of(int partition, long epoch) {
        if (epoch == Epochs.NONE) {
            return null;
        }
        String name = names.computeIfAbsent(new Place(partition, epoch), this::read);
        return name.isEmpty() ? null : name;
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }

    private String read(Place place) {
        StringBuilder name = new StringBuilder();
        TopicPartition partition = new TopicPartition(topic, place.partition);
        if (scan.beginnings(List.of(partition)).getOrDefault(partition, 0L) <= place.epoch) {
            scan.read(Map.of(partition, place.epoch), Map.of(partition, place.epoch + 1), record -> {
                try {
                    if (deserializer.deserialize(topic, record.value()) instanceof LedgerEntry entry
                            && entry.getEvent() instanceof OwnerEpoch owner) {
                        name.append(owner.getOwner());
                    }
                } catch (SerializationException e) {
                    name.setLength(0);
                }
            });
        }
        return name.toString();
    }
}
