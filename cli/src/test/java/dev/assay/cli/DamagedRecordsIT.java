package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.stack.LocalStack;
import dev.assay.cli.stack.ModelSource;
import dev.assay.cli.stack.StackSettings;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.Score;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.breaker.BreakerSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records that are damaged in every way that we could think of, each with what becomes of it: the dead letter that the
 * worker or the scorer makes of it and its words, or what a reading command says and its exit code. Those that services
 * read go to a running stack, those that commands read to topics of which no service knows.
 */
class DamagedRecordsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int AT_ONCE = 16;

    @TempDir
    static Path directory;

    private static LocalStack stack;
    private static KafkaClients live;
    private static KafkaClients still;
    /** One for each place: a new one reads the schemas first. */
    private static Serializer<SpecificRecord> toLive;

    private static Serializer<SpecificRecord> toStill;
    private static List<DamagedRecord> records = List.of();
    private static final Map<Integer, String> TOLD = new TreeMap<>();

    @BeforeAll
    static void writeThemAll() throws Exception {
        records = DamagedRecord.all();
        stack = LocalStack.start(
                new StackSettings(
                        directory.resolve("stack"),
                        0,
                        Topics.standard(),
                        List.of(LaneSettings.of("batch")),
                        List.of(new ModelSource.Simulated("main", SimulatorSettings.standard(), "sim")),
                        null,
                        false,
                        BreakerSettings.standard(),
                        32,
                        Duration.ofSeconds(5)),
                new SimpleMeterRegistry(),
                Clock.system(),
                (what, took) -> {});
        live = new KafkaClients(stack.kafka());
        still = new KafkaClients(
                new KafkaSettings(Map.of("bootstrap.servers", stack.kafka().bootstrap()), new Topics("still")));
        toLive = live.valueSerializer();
        toStill = still.valueSerializer();
        Map<String, Integer> origins = writeForServices();
        writeForCommands();
        readByCommands();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).until(() -> {
            readLetters(origins, live.settings().topics().deadLetterJobs());
            readLetters(origins, live.settings().topics().deadLetterResults());
            readOutcomes();
            return TOLD.size() == records.size();
        });
    }

    @AfterAll
    static void stop() {
        toLive.close();
        toStill.close();
        stack.close();
    }

    @TestFactory
    Stream<DynamicTest> ofEachIsToldWhatIsWrongWithIt() {
        return Stream.iterate(0, i -> i < records.size(), i -> i + 1)
                .map(i -> DynamicTest.dynamicTest(
                        records.get(i).name(),
                        () -> assertThat(TOLD.get(i)).isEqualTo(records.get(i).told())));
    }

    @Test
    void thereAreMoreThanAHundred() {
        assertThat(records).hasSizeGreaterThan(100);
        assertThat(records.stream().map(DamagedRecord::name)).doesNotHaveDuplicates();
    }

    /** Answers with the number of each case by where its record lies. */
    private static Map<String, Integer> writeForServices() throws Exception {
        Map<String, Integer> origins = new HashMap<>();
        Map<Integer, Future<RecordMetadata>> sent = new TreeMap<>();
        try (KafkaProducer<byte[], byte[]> producer = live.producer("vandal")) {
            for (int i = 0; i < records.size(); i++) {
                if (records.get(i).command().isEmpty()) {
                    sent.put(
                            i,
                            producer.send(records.get(i).record(live.settings().topics(), toLive, i)));
                }
            }
            for (Map.Entry<Integer, Future<RecordMetadata>> one : sent.entrySet()) {
                RecordMetadata where = one.getValue().get();
                origins.put(origin(where.topic(), where.partition(), where.offset()), one.getKey());
            }
        }
        return origins;
    }

    /** A good run of one job for each, and the damaged record behind it. */
    private static void writeForCommands() throws Exception {
        try (Admin admin = still.admin("test")) {
            TopicCatalogue catalogue =
                    TopicCatalogue.of(still.settings().topics(), List.of("batch"), new TopicSizes(1, 1, 1, 1, 1, 1));
            new TopicAdmin(admin).apply(catalogue, (short) 1);
        }
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = still.producer("vandal")) {
            for (int i = 0; i < records.size(); i++) {
                if (!records.get(i).command().isEmpty()) {
                    for (ProducerRecord<byte[], byte[]> good : goodRun(DamagedRecord.run(i))) {
                        sent.add(producer.send(good));
                    }
                    sent.add(
                            producer.send(records.get(i).record(still.settings().topics(), toStill, i)));
                }
            }
        }
        for (Future<RecordMetadata> one : sent) {
            one.get();
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> goodRun(String run) {
        Topics topics = still.settings().topics();
        return List.of(
                good(topics.runs(), Keys.manifest(run), new RunEntry(run, RunSamples.manifest(run))),
                good(topics.runs(), Keys.progress(run), new RunEntry(run, RunSamples.progress(run, 1, true))),
                good(topics.runs(), Keys.summary(run), new RunEntry(run, RunSamples.summary(run, 1, 1, 1, 0))),
                good(topics.results(), Keys.job(run, "job-0"), RunSamples.result(run, 0)),
                good(topics.scores(), Keys.job(run, "job-0"), RunSamples.score(run, 0, Outcome.SCORED)));
    }

    private static ProducerRecord<byte[], byte[]> good(String topic, String key, SpecificRecord value) {
        return new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), toStill.serialize(topic, value));
    }

    private static void readByCommands() throws Exception {
        Map<Integer, Future<String>> said = new TreeMap<>();
        Path file = Files.writeString(directory.resolve("jobs.jsonl"), "{\"prompt\":\"q\"}\n");
        try (ExecutorService calls = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < records.size(); i++) {
                int number = i;
                if (!records.get(i).command().isEmpty()) {
                    said.put(i, calls.submit(() -> call(records.get(number), DamagedRecord.run(number), file)));
                }
            }
        }
        for (Map.Entry<Integer, Future<String>> one : said.entrySet()) {
            TOLD.put(one.getKey(), one.getValue().get());
        }
    }

    private static String call(DamagedRecord record, String run, Path file) {
        List<String> args = record.command().stream()
                .map(word -> word.equals("RUN") ? run : word.equals("FILE") ? file.toString() : word)
                .collect(Collectors.toCollection(ArrayList::new));
        args.addAll(List.of("--bootstrap", still.settings().bootstrap(), "--prefix", "still"));
        Call call = Call.of(args.toArray(String[]::new));
        boolean isProof = record.command().getFirst().equals("verify");
        // Of the other answers the first line is enough; the others are tables that tests of their own look at.
        List<String> out = call.out().lines().limit(isProof ? 30 : 1).toList();
        String lines = Stream.concat(out.stream(), call.err().lines())
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" | "));
        return "exit " + call.code() + ": "
                + normal(lines)
                        .replace(run, "RUN")
                        .replaceAll("RUN-?\\d*", "RUN")
                        .replace(file.toString(), "FILE");
    }

    private static void readLetters(Map<String, Integer> origins, String topic) {
        for (ConsumerRecord<byte[], byte[]> letter : all(topic)) {
            switch (DeadLetterHeaders.read(letter.headers())) {
                case DeadLetterHeaders.Reading.Intact(DeadLetter read) -> {
                    Integer number = origins.get(
                            origin(read.getOriginalTopic(), read.getOriginalPartition(), read.getOriginalOffset()));
                    if (number == null) {
                        continue;
                    }
                    ProducerRecord<byte[], byte[]> original =
                            records.get(number).record(live.settings().topics(), toLive, number);
                    boolean kept = Arrays.equals(original.key(), letter.key())
                            && (original.value() == null) == (letter.value() == null)
                            && (original.value() == null || original.value().length == letter.value().length);
                    TOLD.put(
                            number,
                            "dead letter " + read.getDisposition() + " " + read.getKind() + ": "
                                    + normal(read.getMessage()) + (kept ? "" : " (ALTERED)"));
                }
                case DeadLetterHeaders.Reading.Damaged(List<String> problems) ->
                    throw new AssertionError("a dead letter whose headers are damaged: " + problems);
            }
        }
    }

    /** What came of records that can be read: the result of a job, the score of a result. */
    private static void readOutcomes() {
        Topics topics = live.settings().topics();
        try (Deserializer<SpecificRecord> deserializer = live.valueDeserializer()) {
            for (String topic : List.of(topics.results(), topics.scores())) {
                for (ConsumerRecord<byte[], byte[]> record : all(topic)) {
                    SpecificRecord read = readable(deserializer, record);
                    if (read instanceof Result result && result.getJobId().startsWith("case-")) {
                        note("lane", result.getJobId(), "result " + result.getStatus());
                    } else if (read instanceof Score score && score.getJobId().startsWith("case-")) {
                        note("results", score.getJobId(), "score " + score.getOutcome());
                    }
                }
            }
        }
    }

    /** A dead letter says more than the result that goes with it. */
    private static void note(String to, String jobId, String told) {
        int number = Integer.parseInt(jobId.substring("case-".length()));
        if (records.get(number).json().path("to").asText().equals(to)) {
            TOLD.putIfAbsent(number, told);
        }
    }

    private static @Nullable SpecificRecord readable(
            Deserializer<SpecificRecord> deserializer, ConsumerRecord<byte[], byte[]> record) {
        try {
            return deserializer.deserialize(record.topic(), record.value());
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> all(String topic) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = live.consumer("test", Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }

    private static String origin(String topic, int partition, long offset) {
        return topic + "/" + partition + "/" + offset;
    }

    /** Without what differs from time to time. */
    private static String normal(String text) {
        return text.replaceAll("schema id -?\\d+", "schema id N")
                .replaceAll("\\d+ (older runs|records)", "N $1")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
    }
}
