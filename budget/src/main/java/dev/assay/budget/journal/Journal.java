package dev.assay.budget.journal;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads partitions of the journal, each from its own place on. Used by one thread.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Map<String, ?> AT_ONCE = Map.of("fetch.max.wait.ms", 50, "max.poll.records", 5_000);
    private static final Map<String, ?> IN_PORTIONS =
            Map.of("fetch.max.wait.ms", 50, "fetch.min.bytes", 64 << 10, "max.poll.records", 5_000);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final SnapshotReader snapshots;
    private final Set<Integer> followed = new TreeSet<>();
    private @Nullable LedgerPartitions partitions;

    /** Is told each entry, in the order of its partition. */
    @FunctionalInterface
    public interface Visitor {
        void entry(int partition, long offset, LedgerEntry entry);
    }

    private Journal(KafkaClients clients, LedgerTopics topics, String clientId, Map<String, ?> pace, Clock clock) {
        this.topic = topics.journal();
        this.consumer = clients.consumer(clientId + "-journal", pace);
        this.deserializer = clients.valueDeserializer();
        this.snapshots = new SnapshotReader(clients, topics.state(), clientId + "-state", clock);
    }

    /**
     * One for whoever waits for answers: an entry is seen a few milliseconds after it was written.
     *
     * @param clientId shows in the broker's logs and metrics
     */
    public static Journal atOnce(KafkaClients clients, LedgerTopics topics, String clientId, Clock clock) {
        return new Journal(clients, topics, clientId, AT_ONCE, clock);
    }

    /** One for whoever has to know and does not wait: an entry is seen up to 50 ms late, at a twentieth of the requests. */
    public static Journal inPortions(KafkaClients clients, LedgerTopics topics, String clientId, Clock clock) {
        return new Journal(clients, topics, clientId, IN_PORTIONS, clock);
    }

    /** How budgets are spread over partitions, as the cluster says when it is first asked. */
    public LedgerPartitions partitions() {
        LedgerPartitions found = partitions;
        if (found == null) {
            found = new LedgerPartitions(consumer.partitionsFor(topic).size());
            partitions = found;
        }
        return found;
    }

    /** The newest state of a partition that was written down; waits for it. */
    public Optional<LedgerSnapshot> newestSnapshot(int partition) {
        return snapshots.newest(partition, end(partition));
    }

    /** Offset behind the last entry there is now. */
    public long end(int partition) {
        TopicPartition place = new TopicPartition(topic, partition);
        return consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
    }

    /** Begins to read a partition. Where the place is gone already, from what is left. */
    public void follow(int partition, long from) {
        TopicPartition place = new TopicPartition(topic, partition);
        long begin = consumer.beginningOffsets(List.of(place)).getOrDefault(place, 0L);
        followed.add(partition);
        assign();
        consumer.seek(place, Math.max(from, begin));
    }

    public void drop(int partition) {
        followed.remove(partition);
        assign();
    }

    /** Reads what is there, or waits for something. */
    public void poll(Duration patience, Visitor visitor) {
        if (followed.isEmpty()) {
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
            try {
                if (deserializer.deserialize(topic, record.value()) instanceof LedgerEntry entry) {
                    visitor.entry(record.partition(), record.offset(), entry);
                }
            } catch (SerializationException e) {
                LOG.atError()
                        .addKeyValue("partition", record.partition())
                        .addKeyValue("offset", record.offset())
                        .addKeyValue("error", e.getMessage())
                        .log("entry of the ledger not understood");
            }
        }
    }

    /** Offset of a partition's next entry. */
    public long position(int partition) {
        return consumer.position(new TopicPartition(topic, partition));
    }

    /** Whether all that the broker had, when it was last asked, is read. */
    public boolean isAtEnd() {
        for (int partition : followed) {
            OptionalLong lag = consumer.currentLag(new TopicPartition(topic, partition));
            if (lag.isEmpty() || lag.getAsLong() > 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
        snapshots.close();
    }

    private void assign() {
        consumer.assign(followed.stream()
                .map(partition -> new TopicPartition(topic, partition))
                .toList());
    }
}
