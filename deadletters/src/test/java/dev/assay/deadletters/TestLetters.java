package dev.assay.deadletters;

import static java.util.Objects.requireNonNull;

import dev.assay.producer.WhenFull;
import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.Job;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
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
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Topics of their own for one test, with a hand that writes dead letters and eyes on what becomes of them. */
final class TestLetters implements AutoCloseable {
    static final String LANE = "batch";
    static final int PARTITIONS = 2;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final KafkaClients clients;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;

    private TestLetters(KafkaSettings settings) {
        clients = new KafkaClients(settings.with("producer.max.request.size", "3000000"));
        admin = clients.admin("test");
        new TopicAdmin(admin)
                .apply(
                        TopicCatalogue.of(settings.topics(), List.of(LANE), new TopicSizes(2, 1, 2, 1, PARTITIONS, 1)),
                        (short) 1);
        producer = clients.producer("test");
        serializer = clients.valueSerializer();
    }

    static TestLetters on(String bootstrap) {
        return new TestLetters(
                new KafkaSettings(Map.of("bootstrap.servers", bootstrap), new Topics("t" + COUNT.incrementAndGet())));
    }

    KafkaClients clients() {
        return clients;
    }

    Topics topics() {
        return clients.settings().topics();
    }

    Replayer replayer() {
        return Replayer.connect(new KafkaClients(clients.settings()), Clock.system());
    }

    /** Replays a selection by a replayer of its own. */
    Dealt replay(Selection selection, Handling handling) {
        try (Replayer replayer = replayer();
                ScannedLetters letters = new ScannedLetters(clients)) {
            return replayer.replay(letters, selection, order(), handling, DealListener.NONE);
        }
    }

    static Replayer.Order order() {
        return new Replayer.Order(new Signature("kim@laptop", "test"), Edits.NONE, false);
    }

    static Handling waiting(Duration longest) {
        return new Handling(null, null, WhenFull.waitUpTo(longest));
    }

    /** Writes the dead letters of so many jobs, in turn to each partition. */
    void die(int jobs) {
        for (int i = 0; i < jobs; i++) {
            LetterId unused = die(i % PARTITIONS, JobSamples.job(i));
        }
    }

    /** Writes the dead letter of a job. */
    LetterId die(int partition, Job job) {
        byte[] value = serializer.serialize(topics().jobs(LANE), job);
        return die(
                Stage.JOBS,
                partition,
                JobSamples.bytes(Keys.job(job.getRunId(), job.getJobId())),
                value,
                JobSamples.headers(JobSamples.told(job), JobSamples.original(job)));
    }

    /** Writes a record to a dead-letter topic. */
    LetterId die(Stage stage, int partition, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        RecordMetadata written = write(new ProducerRecord<>(stage.topic(topics()), partition, key, value, headers));
        return new LetterId(stage, partition, written.offset());
    }

    /** Writes the mark of a letter as if somebody had sent it again. */
    void mark(LetterId id) {
        DeadLetterMark mark = DeadLetterMark.newBuilder()
                .setLetter(id.toString())
                .setAction(MarkAction.REPLAYED)
                .setGeneration(1)
                .setBy("kim@laptop")
                .setAt(Clock.system().now())
                .setReason("test")
                .build();
        RecordMetadata unused = write(new ProducerRecord<>(
                topics().deadLetterMarks(),
                id.partition(),
                JobSamples.bytes(id.toString()),
                serializer.serialize(topics().deadLetterMarks(), mark)));
    }

    RecordMetadata write(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    byte[] bytes(Job job) {
        return serializer.serialize(topics().jobs(LANE), job);
    }

    /** All committed jobs of the lane, with their records. */
    List<Found> jobs() {
        List<Found> found = new ArrayList<>();
        try (Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            for (ConsumerRecord<byte[], byte[]> record : records(topics().jobs(LANE))) {
                found.add(new Found(
                        (Job) requireNonNull(deserializer.deserialize(record.topic(), record.value())), record));
            }
        }
        return found;
    }

    /** A job with its record. */
    record Found(Job job, ConsumerRecord<byte[], byte[]> record) {}

    /** How often each job is on the lane. */
    Map<String, Integer> times() {
        Map<String, Integer> times = new TreeMap<>();
        jobs().forEach(found -> times.merge(found.job().getJobId(), 1, Integer::sum));
        return times;
    }

    /** All committed records of a topic, partition by partition in order. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test", Map.of("fetch.max.wait.ms", 10))) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(topic);
            // A commit returns before its markers are written, so the end of what is committed lags behind.
            Map<TopicPartition, Long> ends = new HashMap<>();
            partitions.forEach(partition -> ends.put(partition, DoneMarks.end(admin, partition)));
            scan.read(scan.beginnings(partitions), ends, records::add);
        }
        records.sort(Comparator.comparingInt((ConsumerRecord<byte[], byte[]> record) -> record.partition())
                .thenComparingLong(ConsumerRecord::offset));
        return records;
    }

    /** Says what the lane's bound is, as a person does. */
    void setBound(long bound) {
        LaneBound word = LaneBound.newBuilder()
                .setLane(LANE)
                .setBound(bound)
                .setBy("kim@laptop")
                .setReason("test")
                .setAt(Clock.system().now())
                .build();
        RecordMetadata unused = write(new ProducerRecord<>(
                topics().fleet(),
                JobSamples.bytes(Keys.laneBound(LANE)),
                serializer.serialize(
                        topics().fleet(), FleetEntry.newBuilder().setEntry(word).build())));
    }

    /** Commits, as the lane's workers do, that all jobs are finished. */
    void finishAll() {
        for (int i = 0; i < 2; i++) {
            TopicPartition where = new TopicPartition(topics().jobs(LANE), i);
            long end = Answers.await(admin.listOffsets(Map.of(where, OffsetSpec.latest()))
                            .partitionResult(where))
                    .offset();
            OffsetAndMetadata offset =
                    new OffsetAndMetadata(end, Settlement.at(end).encode());
            Answers.await(admin.alterConsumerGroupOffsets(topics().workerGroup(LANE), Map.of(where, offset))
                    .all());
        }
    }

    @Override
    public void close() {
        producer.close();
        serializer.close();
        admin.close();
    }
}
