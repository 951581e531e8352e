package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Reserve;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Which reservations wait: those asked for from the committed offset on, which is that of the oldest that waits, without
 * those that were answered or withdrawn.
 */
final class WaitingRequests implements AutoCloseable {
    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;
    /** Budgets by the reservation that waits for them. */
    private final Map<String, String> waiting = new HashMap<>();
    /** Answers to requests that are read again at the next reading, by reservation. */
    private final Map<String, Answer> answers = new HashMap<>();

    private record Answer(int partition, long requestOffset) {}

    WaitingRequests(KafkaClients clients, String topic, String clientId) {
        this.topic = topic;
        this.consumer = clients.consumer(clientId + "-requests", Map.of("fetch.max.wait.ms", 50));
        this.scan = new TopicScan(consumer);
        this.deserializer = clients.valueDeserializer();
    }

    /** Reads who asks; what was answered already is left out. */
    void read(Map<TopicPartition, OffsetAndMetadata> committed) {
        waiting.clear();
        List<TopicPartition> partitions = scan.partitions(topic);
        Map<TopicPartition, Long> from = new HashMap<>(scan.beginnings(partitions));
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                from.merge(partition, offset.offset(), Math::max);
            }
        });
        answers.values()
                .removeIf(answer ->
                        answer.requestOffset < from.getOrDefault(new TopicPartition(topic, answer.partition), 0L));
        scan.read(from, scan.ends(partitions), this::take);
    }

    /** Takes note of an entry that counts. */
    void answered(int partition, LedgerEntry entry) {
        String id = switch (entry.getEvent()) {
            case Granted granted -> granted.getId();
            case Refused refused -> refused.getId();
            default -> null;
        };
        if (id != null) {
            waiting.remove(id);
            answers.put(id, new Answer(partition, entry.getRequestOffset()));
        }
    }

    int waiting(String budget) {
        return (int) waiting.values().stream().filter(budget::equals).count();
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        try {
            if (deserializer.deserialize(topic, record.value()) instanceof LedgerRequest request) {
                switch (request.getEvent()) {
                    case Reserve reserve
                    when !answers.containsKey(reserve.getId()) -> waiting.put(reserve.getId(), request.getBudget());
                    case Cancel cancel -> waiting.remove(cancel.getId());
                    default -> {}
                }
            }
        } catch (SerializationException e) {
            // Nobody can answer it either.
            return;
        }
    }
}
