package dev.assay.budget.journal;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.LedgerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the newest snapshot of a partition. Any snapshot is right for its place in the journal, whoever wrote it, so the
 * last few records tell; the whole topic is read only where none of these can be used.
 */
final class SnapshotReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotReader.class);
    private static final int TAIL = 16;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final Clock clock;

    SnapshotReader(KafkaClients clients, String topic, String clientId, Clock clock) {
        this.topic = topic;
        this.consumer = clients.consumer(clientId, Map.of("fetch.max.wait.ms", 50));
        this.deserializer = clients.valueDeserializer();
        this.clock = clock;
    }

    /**
     * The one that is furthest in the journal.
     *
     * @param journalEnd where the journal ends; a snapshot beyond that is of a journal that is gone
     */
    Optional<LedgerSnapshot> newest(int partition, long journalEnd) {
        TopicPartition place = new TopicPartition(topic, partition);
        consumer.assign(List.of(place));
        long begin = consumer.beginningOffsets(List.of(place)).getOrDefault(place, 0L);
        long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
        long tail = Math.max(begin, end - TAIL);
        LedgerSnapshot newest = newest(place, tail, end, journalEnd);
        return Optional.ofNullable(newest == null && tail > begin ? newest(place, begin, tail, journalEnd) : newest);
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }

    private @Nullable LedgerSnapshot newest(TopicPartition place, long from, long end, long journalEnd) {
        LedgerSnapshot newest = null;
        long deadline = clock.nanos() + PATIENCE.toNanos();
        consumer.seek(place, from);
        while (consumer.position(place) < end) {
            if (clock.nanos() - deadline > 0) {
                throw new TimeoutException(
                        "snapshots in " + place + " were not read within " + PATIENCE.toSeconds() + " s");
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                LedgerSnapshot snapshot = decode(record);
                if (snapshot != null
                        && snapshot.getJournalOffset() <= journalEnd
                        && (newest == null || snapshot.getJournalOffset() >= newest.getJournalOffset())) {
                    newest = snapshot;
                }
            }
        }
        return newest;
    }

    private @Nullable LedgerSnapshot decode(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        try {
            return deserializer.deserialize(topic, record.value()) instanceof LedgerSnapshot snapshot ? snapshot : null;
        } catch (SerializationException e) {
            LOG.atWarn()
                    .addKeyValue("offset", record.offset())
                    .addKeyValue("error", e.getMessage())
                    .log("snapshot of the ledger not understood; an older one and more of the journal are read");
            return null;
        }
    }
}
