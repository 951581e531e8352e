package dev.assay.producer;

import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.Job;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Topics of their own for one test, and the eyes and hands of a worker on its lane. */
final class TestLane implements AutoCloseable {
    static final String LANE = "batch";

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final KafkaSettings settings;
    private final KafkaClients clients;
    private final Admin admin;
    private final int partitions;

    private TestLane(KafkaSettings settings, int partitions) {
        this.settings = settings;
        this.partitions = partitions;
        clients = new KafkaClients(settings);
        admin = clients.admin("test");
        new TopicAdmin(admin)
                .apply(
                        TopicCatalogue.of(
                                settings.topics(), List.of(LANE, "judge"), new TopicSizes(partitions, 1, 1, 2, 1, 1)),
                        (short) 1);
    }

    static TestLane on(EmbeddedKafka kafka, int partitions) {
        return on(kafka.bootstrap(), partitions);
    }

    static TestLane on(String bootstrap, int partitions) {
        return new TestLane(
                new KafkaSettings(Map.of("bootstrap.servers", bootstrap), new Topics("t" + COUNT.incrementAndGet())),
                partitions);
    }

    /** With the names of topics that are usual, for a test that states no prefix. */
    static TestLane standard(EmbeddedKafka kafka, int partitions) {
        return new TestLane(KafkaSettings.of(kafka.bootstrap()), partitions);
    }

    KafkaSettings settings() {
        return settings;
    }

    KafkaClients clients() {
        return clients;
    }

    Topics topics() {
        return settings.topics();
    }

    /** A committed job of the lane with its record. */
    record Found(Job job, ConsumerRecord<byte[], byte[]> record) {}

    /** All committed jobs of the lane, partition by partition in order. */
    List<Found> jobs() {
        List<Found> found = new ArrayList<>();
        try (Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            for (ConsumerRecord<byte[], byte[]> record : records(topics().jobs(LANE), partitions)) {
                found.add(new Found((Job) deserializer.deserialize(record.topic(), record.value()), record));
            }
        }
        return found;
    }

    RunState state(String runId) {
        try (Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            return new RunStates(clients, admin, deserializer, Clock.system()).read(runId);
        }
    }

    LaneReader watch() {
        return new LaneReader(admin, topics(), LANE);
    }

    /** Commits, as the lane's workers do, that everything of a partition up to its end is finished. */
    void finishAll(int partition) {
        TopicPartition where = new TopicPartition(topics().jobs(LANE), partition);
        long end = Answers.await(
                        admin.listOffsets(Map.of(where, OffsetSpec.latest())).partitionResult(where))
                .offset();
        commit(partition, Settlement.at(end));
    }

    void finishAll() {
        for (int i = 0; i < partitions; i++) {
            finishAll(i);
        }
    }

    /** Says what the lane's bound is, as a person does. */
    void setBound(@Nullable Long bound) {
        setBound(null, bound);
    }

    /** The same of one tenant's jobs; of all where it is null. */
    void setBound(@Nullable String tenant, @Nullable Long bound) {
        LaneBound word = LaneBound.newBuilder()
                .setLane(LANE)
                .setTenant(tenant)
                .setBound(bound)
                .setBy("kim@laptop")
                .setReason("test")
                .setAt(Clock.system().now())
                .build();
        tellFleet(tenant == null ? Keys.laneBound(LANE) : Keys.laneBound(LANE, tenant), word);
    }

    /** Says something on the fleet topic. */
    void tellFleet(String name, SpecificRecord word) {
        FleetEntry entry = FleetEntry.newBuilder().setEntry(word).build();
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("test");
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            byte[] key = name.getBytes(StandardCharsets.UTF_8);
            byte[] value = serializer.serialize(topics().fleet(), entry);
            Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topics().fleet(), key, value));
            producer.flush();
        }
    }

    void commit(int partition, Settlement settlement) {
        TopicPartition where = new TopicPartition(topics().jobs(LANE), partition);
        OffsetAndMetadata offset = new OffsetAndMetadata(settlement.lowWater(), settlement.encode());
        Answers.await(admin.alterConsumerGroupOffsets(topics().workerGroup(LANE), Map.of(where, offset))
                .all());
    }

    private List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new TopicPartition(topic, i));
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test", Map.of())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            // A commit returns before its markers are written, so the end of what is committed lags behind.
            Map<TopicPartition, Long> ends = ends(all);
            while (all.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        Answers.await(admin.listOffsets(wanted).all()).forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    @Override
    public void close() {
        admin.close();
    }
}
