package dev.assay.pipeline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.serde.RegistryUnavailableException;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded schema registry, a topic of a real broker. Every test has topics of its own. */
class SchemasTopicIT {
    private static EmbeddedKafka kafka;
    private static int world;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void eightRacingSerializersGetOneId() throws Exception {
        KafkaSettings settings = withSchemasTopic(freshSettings());
        int racers = 8;
        CyclicBarrier start = new CyclicBarrier(racers);
        Set<Integer> ids = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(racers)) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int racer = 0; racer < racers; racer++) {
                // A setting of its own keeps the racer from sharing the registry client, as another process would.
                KafkaClients clients = new KafkaClients(settings.with("racer", String.valueOf(racer)));
                answers.add(threads.submit(() -> {
                    try (Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
                        start.await();
                        return idOf(serializer.serialize("t", cancel("run-1")));
                    }
                }));
            }
            for (Future<Integer> answer : answers) {
                ids.add(answer.get());
            }
        }

        assertThat(ids).containsExactly(1);
        assertThat(log(settings)).isNotEmpty().containsOnly(log(settings).getFirst());
    }

    @Test
    void anIdIsTheOffsetOfTheFirstOccurrencePlusOne() {
        KafkaSettings settings = withSchemasTopic(freshSettings());
        KafkaClients clients = new KafkaClients(settings);
        append(clients, "this is no schema");
        append(clients, "\"string\"");
        append(clients, "\"string\"");
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer();
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            byte[] usage = serializer.serialize("t", usage());
            byte[] cancel = serializer.serialize("t", cancel("run-1"));
            byte[] again = serializer.serialize("another-topic", usage());

            assertThat(List.of(idOf(usage), idOf(cancel), idOf(again))).containsExactly(4, 5, 4);
            assertThat(deserializer.deserialize("t", cancel)).isEqualTo(cancel("run-1"));
            assertThat(deserializer.deserialize("t", usage)).isEqualTo(usage());
            assertThat(log(settings).get(3)).doesNotContain("avro.java.string");
        }
    }

    @Test
    void aReaderLearnsSchemasThatWereAddedAfterItStarted() {
        KafkaClients writing =
                new KafkaClients(withSchemasTopic(freshSettings()).with("side", "writer"));
        KafkaClients reading = new KafkaClients(writing.settings().with("side", "reader"));
        try (Serializer<SpecificRecord> serializer = writing.valueSerializer();
                Deserializer<SpecificRecord> deserializer = reading.valueDeserializer()) {
            assertThat(deserializer.deserialize("t", serializer.serialize("t", usage())))
                    .isEqualTo(usage());

            assertThat(deserializer.deserialize("t", serializer.serialize("t", cancel("late"))))
                    .isEqualTo(cancel("late"));
        }
    }

    @Test
    void anUnknownIdIsAnErrorWithinSeconds() {
        KafkaClients clients = new KafkaClients(withSchemasTopic(freshSettings()));
        try (Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            for (int id : new int[] {1, 1, 30, -5, 0, Integer.MAX_VALUE}) {
                byte[] value = ByteBuffer.allocate(6)
                        .put((byte) 0)
                        .putInt(id)
                        .put((byte) 0)
                        .array();
                long before = System.nanoTime();

                assertThatThrownBy(() -> deserializer.deserialize("assay.jobs.batch", value))
                        .isInstanceOf(SerializationException.class)
                        .hasMessageContaining("topic assay.jobs.batch")
                        .hasMessageContaining("unknown schema id " + id);
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
            }
        }
    }

    @Test
    void aMissingTopicIsNamedAndNotCreated() throws Exception {
        KafkaSettings settings = freshSettings();
        KafkaClients clients = new KafkaClients(settings);
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer();
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer();
                Admin admin = clients.admin("test")) {
            assertThatThrownBy(() -> serializer.serialize("t", usage()))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("topic " + settings.topics().schemas() + " is missing")
                    .hasMessageContaining("assay topics apply");
            assertThatThrownBy(() -> deserializer.deserialize("t", new byte[] {0, 0, 0, 0, 1, 0}))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("is missing");

            assertThat(admin.listTopics().names().get())
                    .doesNotContain(settings.topics().schemas());
            withSchemasTopic(settings);
            assertThat(deserializer.deserialize("t", serializer.serialize("t", usage())))
                    .isEqualTo(usage());
        }
    }

    @Test
    void aSchemaThatCannotReadEarlierRecordsIsRefused() {
        KafkaSettings settings = withSchemasTopic(freshSettings());
        KafkaClients clients = new KafkaClients(settings);
        Schema first = SchemaBuilder.record("dev.assay.schemas.Price")
                .fields()
                .name("amount")
                .type(decimal(2))
                .noDefault()
                .endRecord();
        Schema rescaled = SchemaBuilder.record("dev.assay.schemas.Price")
                .fields()
                .name("amount")
                .type(decimal(4))
                .noDefault()
                .endRecord();
        ByteBuffer amount = ByteBuffer.wrap(new byte[] {4, -46});
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            serializer.serialize("t", new AnyRecord(first).with("amount", amount));

            assertThatThrownBy(() -> serializer.serialize("t", new AnyRecord(rescaled).with("amount", amount)))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("the schema of dev.assay.schemas.Price is refused")
                    .hasMessageContaining("schema id 1")
                    .hasMessageContaining("/amount: decimal of scale 2 would be read at scale 4");
        }
        assertThat(log(settings)).hasSize(1);
    }

    @Test
    void withoutAutoRegistrationOnlyKnownSchemasAreWritten() {
        KafkaSettings settings = withSchemasTopic(freshSettings());
        try (Serializer<SpecificRecord> registering = new KafkaClients(settings).valueSerializer();
                Serializer<SpecificRecord> serializer =
                        new KafkaClients(settings.with("auto.register.schemas", "false")).valueSerializer()) {
            assertThatThrownBy(() -> serializer.serialize("t", usage()))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("auto.register.schemas is false");

            byte[] written = registering.serialize("t", usage());
            assertThat(serializer.serialize("t", usage())).isEqualTo(written);
        }
    }

    @Test
    void settingsOfOneKindOfClientDoNotDisturbTheOthers() {
        KafkaSettings settings = withSchemasTopic(freshSettings())
                .with("consumer.group.id", "g")
                .with("consumer.group.protocol", "consumer")
                .with("consumer.isolation.level", "read_uncommitted")
                .with("producer.acks", "1")
                .with("producer.delivery.timeout.ms", "1000")
                .with("producer.request.timeout.ms", "900")
                .with("request.timeout.ms", "60000")
                .with("compression.type", "gzip")
                .with("max.poll.records", "1");
        KafkaClients clients = new KafkaClients(settings);
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer();
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            assertThat(deserializer.deserialize("t", serializer.serialize("t", usage())))
                    .isEqualTo(usage());
        }
    }

    @Test
    void serdesLiveThroughARestartOfTheBroker(@TempDir Path state) {
        EmbeddedKafkaSettings kept = EmbeddedKafkaSettings.keptIn(state);
        EmbeddedKafka broker = EmbeddedKafka.start(kept);
        int port = broker.port();
        KafkaSettings settings = withSchemasTopic(KafkaSettings.of(broker.bootstrap()));
        KafkaClients clients = new KafkaClients(settings);
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer();
                Deserializer<SpecificRecord> old = clients.valueDeserializer();
                Deserializer<SpecificRecord> fresh =
                        new KafkaClients(settings.with("another", "process")).valueDeserializer()) {
            byte[] usage = serializer.serialize("t", usage());
            broker.close();
            long before = System.nanoTime();
            assertThatThrownBy(() -> fresh.deserialize("t", usage)).isInstanceOf(RegistryUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));

            broker = EmbeddedKafka.start(kept.withPort(port));
            assertThat(fresh.deserialize("t", usage)).isEqualTo(usage());
            assertThat(old.deserialize("t", serializer.serialize("t", cancel("after"))))
                    .isEqualTo(cancel("after"));
            assertThat(serializer.serialize("t", usage())).isEqualTo(usage);
        } finally {
            broker.close();
        }
    }

    private static synchronized KafkaSettings freshSettings() {
        world++;
        return new KafkaSettings(Map.of("bootstrap.servers", kafka.bootstrap()), new Topics("schemas-it-" + world));
    }

    private static KafkaSettings withSchemasTopic(KafkaSettings settings) {
        TopicCatalogue catalogue = TopicCatalogue.of(settings.topics(), List.of(), new TopicSizes(1, 1, 1, 1, 1, 1));
        try (Admin admin = new KafkaClients(settings).admin("test")) {
            new TopicAdmin(admin).apply(catalogue, (short) 1);
        }
        return settings;
    }

    private static void append(KafkaClients clients, String text) {
        try (var producer = clients.producer("test")) {
            var unused = producer.send(
                    new ProducerRecord<>(clients.settings().topics().schemas(), text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static List<String> log(KafkaSettings settings) {
        TopicPartition partition = new TopicPartition(settings.topics().schemas(), 0);
        List<String> log = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = new KafkaClients(settings).consumer("test", Map.of())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            Long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (end != null && consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> entry : consumer.poll(Duration.ofSeconds(1))) {
                    log.add(new String(entry.value(), StandardCharsets.UTF_8));
                }
            }
        }
        return log;
    }

    private static Schema decimal(int scale) {
        return LogicalTypes.decimal(10, scale).addToSchema(Schema.create(Schema.Type.BYTES));
    }

    private static TokenUsage usage() {
        return TokenUsage.newBuilder().setInput(17).setOutput(3).build();
    }

    private static RunCancel cancel(String runId) {
        return RunCancel.newBuilder()
                .setRunId(runId)
                .setBy("on-call")
                .setAt(Instant.EPOCH)
                .build();
    }

    private static int idOf(byte[] value) {
        return ByteBuffer.wrap(value).getInt(1);
    }
}
