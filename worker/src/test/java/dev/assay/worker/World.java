package dev.assay.worker;

import static java.util.Objects.requireNonNull;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.call.ProviderSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Topics of its own on a broker, a provider, and what a test does with them. */
final class World implements AutoCloseable {
    static final String LANE = "batch";
    static final String ROUTE = "main";
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final AtomicInteger COUNT = new AtomicInteger();

    final KafkaSettings kafka;
    final Topics topics;
    final ProviderSimulator provider;
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final Admin admin;
    private final KafkaClients clients;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final Deserializer<SpecificRecord> deserializer;
    private final List<Worker> workers = new ArrayList<>();

    private World(String bootstrap, SimulatorSettings simulator, int partitions) {
        topics = new Topics("t" + COUNT.incrementAndGet());
        kafka = new KafkaSettings(Map.of("bootstrap.servers", bootstrap), topics);
        clients = new KafkaClients(kafka);
        admin = clients.admin("test-admin");
        TopicSizes sizes = new TopicSizes(partitions, 1, 2, 1, 2, 1);
        new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of(LANE, "judge"), sizes), (short) 1);
        producer = clients.producer("test-producer");
        serializer = clients.valueSerializer();
        deserializer = clients.valueDeserializer();
        provider = ProviderSimulator.start(simulator);
    }

    static World create(EmbeddedKafka broker) {
        return create(broker, SimulatorSettings.standard(), 4);
    }

    static World create(EmbeddedKafka broker, SimulatorSettings simulator, int partitions) {
        return create(broker.bootstrap(), simulator, partitions);
    }

    static World create(String bootstrap, SimulatorSettings simulator, int partitions) {
        return new World(bootstrap, simulator, partitions);
    }

    WorkerSettings settings() {
        return WorkerSettings.of(
                        List.of(LaneSettings.of(LANE)),
                        List.of(ProviderSettings.of("sim", provider.baseUrl(), null, "eval")),
                        List.of(RouteSettings.of(ROUTE, "sim", "simulator-small")))
                .withTrimInterval(Duration.ZERO)
                .withDrainGrace(Duration.ofSeconds(10));
    }

    Worker start(WorkerSettings settings) {
        return start(settings, registry);
    }

    Worker start(WorkerSettings settings, MeterRegistry meters) {
        Worker worker = Worker.start(settings, kafka, meters, Clock.system());
        workers.add(worker);
        return worker;
    }

    Worker startReady(WorkerSettings settings) throws InterruptedException {
        Worker worker = start(settings);
        await("worker ready", worker::isReady);
        return worker;
    }

    Job.Builder job(String runId, String jobId, String prompt) {
        return Job.newBuilder()
                .setRunId(runId)
                .setJobId(jobId)
                .setOrdinal(0)
                .setTenant("tenant-a")
                .setLane(LANE)
                .setRoute(ROUTE)
                .setAccount(dev.assay.schemas.Account.EVAL)
                .setBody("{\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}")
                .setExpectation(dev.assay.schemas.Expectation.newBuilder()
                        .setScorers(List.of())
                        .build())
                .setEstimatedInputTokens(10)
                .setEnqueuedAt(Clock.system().now())
                .setDeadline(Clock.system().now().plus(Duration.ofHours(1)))
                .setTags(Map.of("k", "v"));
    }

    /** Enqueues jobs with ids {@code prefix-0...}, over all partitions. */
    void enqueue(String runId, String prefix, int count, String prompt) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(job(runId, prefix + "-" + i, prompt + " " + i)
                    .setOrdinal(i)
                    .setTenant("tenant-" + i % 3)
                    .build());
        }
        enqueueAll(jobs);
    }

    void enqueueAll(List<Job> jobs) {
        for (Job job : jobs) {
            byte[] value = requireNonNull(serializer.serialize(topics.jobs(LANE), job));
            sendUnflushed(topics.jobs(LANE), null, Keys.job(job.getRunId(), job.getJobId()), value, headers(job));
        }
        producer.flush();
    }

    /** Enqueues jobs with ids {@code prefix-0...} into another lane. */
    void enqueueTo(String lane, String runId, String prefix, int count) {
        for (int i = 0; i < count; i++) {
            Job job = job(runId, prefix + "-" + i, "question " + i)
                    .setLane(lane)
                    .setOrdinal(i)
                    .build();
            byte[] value = requireNonNull(serializer.serialize(topics.jobs(lane), job));
            sendUnflushed(topics.jobs(lane), null, Keys.job(job.getRunId(), job.getJobId()), value, headers(job));
        }
        producer.flush();
    }

    void enqueue(Job job) {
        enqueue(null, job);
    }

    void enqueue(@Nullable Integer partition, Job job) {
        byte[] value = requireNonNull(serializer.serialize(topics.jobs(LANE), job));
        send(partition, Keys.job(job.getRunId(), job.getJobId()), value, headers(job));
    }

    /** Writes any bytes into the lane. */
    void send(@Nullable Integer partition, @Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
        send(topics.jobs(LANE), partition, key, value, headers);
    }

    void send(
            String topic,
            @Nullable Integer partition,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers) {
        sendUnflushed(topic, partition, key, value, headers);
        producer.flush();
    }

    private void sendUnflushed(
            String topic,
            @Nullable Integer partition,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic, partition, key == null ? null : key.getBytes(StandardCharsets.UTF_8), value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        var unused = producer.send(record);
    }

    void write(String topic, String key, @Nullable SpecificRecord value) {
        var unused = producer.send(
                new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), serializer.serialize(topic, value)));
        producer.flush();
    }

    byte[] bytes(String topic, SpecificRecord value) {
        return requireNonNull(serializer.serialize(topic, value));
    }

    /** Waits until there are so many results, and then that no further ones come while the lane is worked off. */
    List<Result> awaitResults(int count) throws InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> records = awaitRecords(topics.results(), count);
        return records.stream().map(this::result).toList();
    }

    List<Result> results() {
        return read(topics.results(), record -> true).stream().map(this::result).toList();
    }

    List<ConsumerRecord<byte[], byte[]>> awaitRecords(String topic, int count) throws InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        await(count + " records in " + topic, () -> {
            records.clear();
            records.addAll(read(topic, record -> true));
            return records.size() >= count;
        });
        return records;
    }

    /** Everything that is committed in a topic now. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic, Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test-reader", Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    if (wanted.test(record)) {
                        records.add(record);
                    }
                }
            }
        }
        return records;
    }

    Result result(ConsumerRecord<byte[], byte[]> record) {
        return (Result) requireNonNull(deserializer.deserialize(topics.results(), record.value()));
    }

    /** How the lane's partitions stand in the group. */
    Map<Integer, Settlement> settlements() {
        Map<Integer, Settlement> settlements = new HashMap<>();
        offsets()
                .forEach((partition, offset) ->
                        settlements.put(partition.partition(), Settlement.decode(offset.offset(), offset.metadata())));
        return settlements;
    }

    private Map<TopicPartition, OffsetAndMetadata> offsets() {
        try {
            return admin.listConsumerGroupOffsets(topics.workerGroup(LANE))
                    .partitionsToOffsetAndMetadata()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes how a partition stands, as a worker that died would have left it. */
    void leave(int partition, Settlement settlement) throws Exception {
        admin.alterConsumerGroupOffsets(
                        topics.workerGroup(LANE),
                        Map.of(
                                new TopicPartition(topics.jobs(LANE), partition),
                                new OffsetAndMetadata(settlement.lowWater(), settlement.encode())))
                .all()
                .get();
    }

    /** Whether every job of the lane is settled: the low-water marks stand at the ends. */
    boolean isWorkedOff() {
        Map<Integer, Settlement> settlements = settlements();
        Map<Integer, Long> ends = ends();
        return ends.entrySet().stream().allMatch(end -> {
            Settlement settlement = settlements.get(end.getKey());
            return end.getValue() == 0 || (settlement != null && settlement.lowWater() == end.getValue());
        });
    }

    Map<Integer, Long> ends() {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test-ends", Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topics.jobs(LANE)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            return consumer.endOffsets(partitions).entrySet().stream()
                    .collect(Collectors.toMap(end -> end.getKey().partition(), Map.Entry::getValue));
        }
    }

    KafkaClients clients() {
        return clients;
    }

    static Set<String> ids(List<Result> results) {
        return results.stream().map(Result::getJobId).collect(Collectors.toSet());
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what);
            }
            Thread.sleep(20);
        }
    }

    @Override
    public void close() {
        workers.forEach(worker -> worker.drain(Duration.ZERO));
        provider.close();
        producer.close();
        serializer.close();
        deserializer.close();
        admin.close();
    }

    private static Map<String, String> headers(Job job) {
        return Map.of(
                HeaderNames.TENANT, job.getTenant(),
                HeaderNames.RUN_ID, job.getRunId(),
                HeaderNames.JOB_ID, job.getJobId());
    }
}
