package dev.assay.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters as those read them who know nothing of Assay: by a plain consumer, and by kcat where it is there. */
class ReadByOthersIT {
    private static final String TOPIC = "letters";
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00.123Z");

    private static EmbeddedKafka broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void writeALetter() throws Exception {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        DeadLetter letter = DeadLetter.newBuilder()
                .setKind(FailureKind.TIMEOUT)
                .setDisposition(Disposition.EXHAUSTED)
                .setMessage("no answer within 30 s, très tard")
                .setOriginalTopic("assay.jobs.batch")
                .setOriginalPartition(3)
                .setOriginalOffset(1_042)
                .setOriginalTimestamp(TIME)
                .setAttempts(3)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("worker-1")
                .setRunId("nightly-7")
                .setJobId("case-12")
                .setTenant("acme")
                .setModel("openai/gpt-4o")
                .build();
        DeadLetterHeaders.Reader reader =
                new DeadLetterHeaders.Reader("assay.workers.batch", TimestampType.CREATE_TIME, null);
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap());
        try (Admin admin = Admin.create(settings)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            TOPIC,
                            null,
                            utf8("nightly-7/case-12"),
                            utf8("the job"),
                            DeadLetterHeaders.write(letter, new RecordHeaders().add("x", utf8("1")), reader)))
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aPlainConsumerReadsTheHeadersThatSpringWrites() {
        ConsumerRecord<byte[], byte[]> record = read();

        assertThat(new String(record.value(), StandardCharsets.UTF_8)).isEqualTo("the job");
        // As a Spring listener takes them: texts in UTF-8, numbers as big-endian int and long.
        assertThat(text(record, "kafka_dlt-original-topic")).isEqualTo("assay.jobs.batch");
        assertThat(ByteBuffer.wrap(header(record, "kafka_dlt-original-partition"))
                        .getInt())
                .isEqualTo(3);
        assertThat(header(record, "kafka_dlt-original-partition")).hasSize(4);
        assertThat(ByteBuffer.wrap(header(record, "kafka_dlt-original-offset")).getLong())
                .isEqualTo(1_042);
        assertThat(header(record, "kafka_dlt-original-offset")).hasSize(8);
        assertThat(ByteBuffer.wrap(header(record, "kafka_dlt-original-timestamp"))
                        .getLong())
                .isEqualTo(TIME.toEpochMilli());
        assertThat(text(record, "kafka_dlt-original-timestamp-type")).isEqualTo("CreateTime");
        assertThat(text(record, "kafka_dlt-original-consumer-group")).isEqualTo("assay.workers.batch");
        assertThat(text(record, "kafka_dlt-exception-message")).isEqualTo("no answer within 30 s, très tard");
        assertThat(text(record, "kafka_dlt-exception-fqcn")).endsWith("TIMEOUT");
    }

    @Test
    void aPlainConsumerReadsOursAsTexts() {
        ConsumerRecord<byte[], byte[]> record = read();

        assertThat(text(record, "assay.error.kind")).isEqualTo("TIMEOUT");
        assertThat(text(record, "assay.error.disposition")).isEqualTo("EXHAUSTED");
        assertThat(text(record, "assay.original.offset")).isEqualTo("1042");
        assertThat(text(record, "assay.original.timestamp")).isEqualTo("2026-03-01T12:00:00.123Z");
        assertThat(text(record, "assay.attempts")).isEqualTo("3");
        assertThat(text(record, "assay.runId")).isEqualTo("nightly-7");
        assertThat(text(record, "x")).isEqualTo("1");
    }

    @Test
    @Tag("foreign")
    void kcatShowsThem() throws Exception {
        String shown =
                kcat("-C", "-b", broker.bootstrap(), "-t", TOPIC, "-o", "beginning", "-e", "-q", "-f", "%k|%s|%h");

        assertThat(shown).startsWith("nightly-7/case-12|the job|");
        assertThat(List.of(shown.split("\\|", 3)[2].split(",")))
                .contains(
                        "x=1",
                        "assay.error.kind=TIMEOUT",
                        "assay.error.disposition=EXHAUSTED",
                        "assay.runId=nightly-7",
                        "assay.original.partition=3",
                        "assay.original.offset=1042",
                        "kafka_dlt-original-topic=assay.jobs.batch",
                        // Spring's numbers are binary: kcat prints a value up to its first zero byte.
                        "kafka_dlt-original-partition=",
                        "kafka_dlt-original-consumer-group=assay.workers.batch");
    }

    private static ConsumerRecord<byte[], byte[]> read() {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap(), "auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            for (int turn = 0; turn < 100; turn++) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    return record;
                }
            }
        }
        throw new AssertionError("no record within 10 s");
    }

    private static byte[] header(ConsumerRecord<byte[], byte[]> record, String name) {
        assertThat(record.headers().headers(name)).as(name).hasSize(1);
        return record.headers().lastHeader(name).value();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(header(record, name), StandardCharsets.UTF_8);
    }

    private String kcat(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kcat"));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("out");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(directory.resolve("err").toFile())
                    .start();
        } catch (IOException e) {
            return abort("kcat is skipped: it is not on the PATH (" + e.getMessage() + ")");
        }
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("kcat ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as(Files.readString(directory.resolve("err")))
                .isZero();
        return Files.readString(output);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
