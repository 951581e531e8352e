package dev.assay.scorer;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** Topics of its own on a shared broker, what a worker and a submit write to them, and what can be read back. */
@SuppressWarnings("FutureReturnValueIgnored") // Committing throws what a send failed with.
final class ScorerWorld implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    final KafkaSettings settings;
    private final KafkaClients clients;
    private final Serializer<SpecificRecord> serializer;
    private final Deserializer<SpecificRecord> deserializer;
    private final KafkaProducer<byte[], byte[]> producer;

    ScorerWorld(String bootstrap) {
        settings = new KafkaSettings(
                Map.of("bootstrap.servers", bootstrap), new Topics("world-" + NUMBER.incrementAndGet()));
        clients = new KafkaClients(settings);
        try (Admin admin = clients.admin("test")) {
            new TopicAdmin(admin)
                    .apply(TopicCatalogue.of(settings.topics(), List.of("batch"), TopicSizes.LAPTOP), (short) -1);
        }
        serializer = clients.valueSerializer();
        deserializer = clients.valueDeserializer();
        producer = clients.transactionalProducer(settings.topics().prefix() + ".test");
        producer.initTransactions();
    }

    Topics topics() {
        return settings.topics();
    }

    /** Writes results as a worker does: in one transaction. */
    void write(Collection<Result> results) {
        send(results);
        producer.commitTransaction();
    }

    /** Writes results in a transaction that is given up: nobody may count them. */
    void writeInVain(Collection<Result> results) {
        send(results);
        producer.flush();
        producer.abortTransaction();
    }

    private void send(Collection<Result> results) {
        producer.beginTransaction();
        for (Result result : results) {
            byte[] key = Keys.job(result.getRunId(), result.getJobId()).getBytes(StandardCharsets.UTF_8);
            byte[] value = serializer.serialize(topics().results(), result);
            // Stamped by the producer: the broker deletes records that say they are older than the topic keeps them.
            producer.send(new ProducerRecord<>(topics().results(), key, value));
        }
    }

    void writeRaw(String key, byte[] value) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topics().results(), key.getBytes(StandardCharsets.UTF_8), value));
        producer.commitTransaction();
    }

    void writeProgress(String runId, long enqueued, Instant when) {
        RunProgress progress = RunProgress.newBuilder()
                .setRunId(runId)
                .setEnqueued(enqueued)
                .setChunks(1)
                .setSkipped(0)
                .setPrefixHash("00")
                .setComplete(true)
                .setUpdatedAt(when)
                .build();
        byte[] value = serializer.serialize(topics().runs(), new RunEntry(runId, progress));
        producer.beginTransaction();
        producer.send(
                new ProducerRecord<>(topics().runs(), Keys.progress(runId).getBytes(StandardCharsets.UTF_8), value));
        producer.commitTransaction();
    }

    /** The last summary of a run that is written so far. */
    Optional<RunSummary> summary(String runId) {
        Optional<RunSummary> last = Optional.empty();
        for (ConsumerRecord<byte[], byte[]> record : read(topics().runs())) {
            if (deserializer.deserialize(topics().runs(), record.value()) instanceof RunEntry entry
                    && entry.getEntry() instanceof RunSummary summary
                    && summary.getRunId().equals(runId)) {
                last = Optional.of(summary);
            }
        }
        return last;
    }

    List<Score> scores() {
        List<Score> scores = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : read(topics().scores())) {
            scores.add((Score) deserializer.deserialize(topics().scores(), record.value()));
        }
        return scores;
    }

    /** Hands on every committed result, with its record's time. */
    void eachResult(BiConsumer<Result, Instant> each) {
        for (ConsumerRecord<byte[], byte[]> record : read(topics().results())) {
            Result result = (Result) deserializer.deserialize(topics().results(), record.value());
            each.accept(result, Instant.ofEpochMilli(record.timestamp()));
        }
    }

    /** The windows of the fallback rate as written so far, the last word on each. */
    Map<String, FallbackWindow> windows() {
        Map<String, FallbackWindow> windows = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : read(topics().fallbackRates())) {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
                windows.remove(key);
            } else {
                windows.put(key, (FallbackWindow) deserializer.deserialize(topics().fallbackRates(), record.value()));
            }
        }
        return windows;
    }

    /** All committed records of a topic. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test-reader", Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    @Override
    public void close() {
        producer.close();
        serializer.close();
        deserializer.close();
    }
}
