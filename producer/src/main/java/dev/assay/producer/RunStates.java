package dev.assay.producer;

import static java.util.Objects.requireNonNull;

import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.SubmitChunk;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Reads back what earlier submits of a run wrote: manifest and progress, and the fingerprints of its chunks.
 *
 * <p>Only committed records count, but reading to where committed records end is not enough: another run's open
 * transaction holds that point back, and this run's last chunk may lie behind it. So it reads to the end of the log as
 * it was at the beginning, however long the transactions before that take; none takes longer than its timeout.
 */
final class RunStates {
    private static final Duration POLL = Duration.ofMillis(200);
    /** Two transaction timeouts, since a coordinator looks for expired ones every ten seconds. */
    private static final Duration PATIENCE = Duration.ofMillis(3L * KafkaClients.TRANSACTION_TIMEOUT_MILLIS);
    /** Clocks of submitters differ; chunks are looked for from somewhat before the run began. */
    private static final Duration CLOCK_DIFFERENCE = Duration.ofHours(1);

    /** A partition that holds nothing new would keep the answer waiting for half a second. */
    private static final Map<String, Object> READING = Map.of("max.poll.records", 5_000, "fetch.max.wait.ms", 10);

    private final KafkaClients clients;
    private final Admin admin;
    private final Deserializer<SpecificRecord> deserializer;
    private final Clock clock;

    RunStates(KafkaClients clients, Admin admin, Deserializer<SpecificRecord> deserializer, Clock clock) {
        this.clients = clients;
        this.admin = admin;
        this.deserializer = deserializer;
        this.clock = clock;
    }

    /** The partition of a key in the runs and submits topics: Kafka's own hashing, whatever partitioner is set. */
    static int partition(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** The state of a run. */
    RunState read(String runId) {
        String topic = topics().runs();
        int partitions = partitionsOf(topic);
        String manifestKey = Keys.manifest(runId);
        String progressKey = Keys.progress(runId);
        HashSet<TopicPartition> where = new HashSet<>();
        where.add(new TopicPartition(topic, partition(manifestKey, partitions)));
        where.add(new TopicPartition(topic, partition(progressKey, partitions)));
        Map<String, Object> latest = new HashMap<>();
        read(topic, where, null, record -> {
            String key = key(record);
            if (key.equals(manifestKey) || key.equals(progressKey)) {
                latest.put(key, entry(topic, record));
            }
        });
        for (Object last : latest.values()) {
            if (last instanceof SerializationException e) {
                // What is enqueued already cannot be told, and guessing could enqueue it twice.
                throw new SerializationException("what was written of it cannot be read: " + e.getMessage(), e);
            }
        }
        return new RunState(
                latest.get(manifestKey) instanceof RunManifest manifest ? manifest : null,
                latest.get(progressKey) instanceof RunProgress progress ? progress : null);
    }

    /**
     * The chunks of a run whose fingerprints are still kept, by their first ordinal.
     *
     * @param submittedAt when its first submit began
     */
    NavigableMap<Long, SubmitChunk> chunks(String runId, Instant submittedAt) {
        String topic = topics().submits();
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < partitionsOf(topic); i++) {
            all.add(new TopicPartition(topic, i));
        }
        NavigableMap<Long, SubmitChunk> chunks = new TreeMap<>();
        read(topic, all, submittedAt.minus(CLOCK_DIFFERENCE), record -> {
            if (Keys.runIdOf(key(record)).equals(runId) && chunk(topic, record) instanceof SubmitChunk chunk) {
                chunks.put(chunk.getFirstOrdinal(), chunk);
            }
        });
        return chunks;
    }

    int partitionsOf(String topic) {
        Map<String, TopicDescription> described =
                Answers.await(admin.describeTopics(List.of(topic)).allTopicNames());
        return requireNonNull(described.get(topic)).partitions().size();
    }

    private void read(
            String topic,
            Collection<TopicPartition> partitions,
            @Nullable Instant from,
            Consumer<ConsumerRecord<byte[], byte[]>> each) {
        Map<TopicPartition, Long> ends = ends(partitions);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-submit-reader", READING)) {
            consumer.assign(partitions);
            seek(consumer, partitions, from);
            long began = clock.nanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                var records = consumer.poll(POLL);
                records.forEach(each);
                if (!records.isEmpty()) {
                    began = clock.nanos();
                } else if (clock.nanos() - began > PATIENCE.toNanos()) {
                    throw new TimeoutException(
                            "topic " + topic + " could not be read to its end within " + PATIENCE.toSeconds() + " s");
                }
            }
        }
    }

    private static void seek(
            KafkaConsumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions, @Nullable Instant from) {
        consumer.seekToBeginning(partitions);
        if (from == null) {
            return;
        }
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, from.toEpochMilli()));
        consumer.offsetsForTimes(times).forEach((partition, offset) -> {
            if (offset != null) {
                consumer.seek(partition, offset.offset());
            } else {
                // Nothing there is as young.
                consumer.seekToEnd(List.of(partition));
            }
        });
    }

    private Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        Answers.await(admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                        .all())
                .forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    /** What a record of the runs topic says; the exception where it cannot be read, for a later one may be good. */
    private Object entry(String topic, ConsumerRecord<byte[], byte[]> record) {
        try {
            SpecificRecord value = value(topic, record);
            if (value instanceof RunEntry entry) {
                return entry.getEntry();
            }
            // What was deleted was never written.
            return value == null
                    ? "nothing"
                    : new SerializationException("a " + value.getSchema().getName() + " (expected: a RunEntry)");
        } catch (SerializationException e) {
            return e;
        }
    }

    /** The fingerprints of a chunk; those that cannot be read are as good as expired. */
    private @Nullable SpecificRecord chunk(String topic, ConsumerRecord<byte[], byte[]> record) {
        try {
            return value(topic, record);
        } catch (SerializationException e) {
            return null;
        }
    }

    private @Nullable SpecificRecord value(String topic, ConsumerRecord<byte[], byte[]> record) {
        return deserializer.deserialize(topic, record.headers(), record.value());
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    }

    private Topics topics() {
        return clients.settings().topics();
    }
}
