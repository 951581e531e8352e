package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.serde.AvroDeserializer;
import dev.assay.schemas.serde.AvroSerializer;
import dev.assay.schemas.topics.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Clients are made for real; a metrics reporter among the user's settings sees what each was configured with. */
class KafkaClientsTest {
    @Test
    void whatAssaysPromisesRestOnCannotBeOverridden() {
        KafkaClients clients = clients(Map.ofEntries(
                Map.entry("acks", "1"),
                Map.entry("producer.acks", "0"),
                Map.entry("producer.enable.idempotence", "false"),
                Map.entry("producer.transactional.id", "mine"),
                Map.entry("producer.transaction.timeout.ms", "900000"),
                Map.entry("isolation.level", "read_uncommitted"),
                Map.entry("consumer.isolation.level", "read_uncommitted"),
                Map.entry("consumer.enable.auto.commit", "true"),
                Map.entry("consumer.allow.auto.create.topics", "true")));

        assertThat(configOfTransactionalProducer(clients, "assay.worker.batch.w1"))
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("transactional.id", "assay.worker.batch.w1")
                .containsEntry("transaction.timeout.ms", 10_000);
        assertThat(configOfConsumer(clients, Map.of("isolation.level", "read_uncommitted")))
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("allow.auto.create.topics", false);
    }

    @Test
    void aSettingReachesEveryKindOfClientAndOneWithAPrefixOnlyItsOwn() {
        KafkaClients clients = clients(Map.of(
                "security.protocol", "PLAINTEXT",
                "request.timeout.ms", "1000",
                "producer.request.timeout.ms", "2000",
                "producer.linger.ms", "7",
                "consumer.request.timeout.ms", "3000",
                "admin.request.timeout.ms", "4000",
                "streams.num.stream.threads", "3"));

        assertThat(configOfProducer(clients))
                .containsEntry("security.protocol", "PLAINTEXT")
                .containsEntry("request.timeout.ms", "2000")
                .containsEntry("linger.ms", "7")
                .doesNotContainKeys("num.stream.threads", "producer.linger.ms", "consumer.request.timeout.ms");
        assertThat(configOfConsumer(clients, Map.of()))
                .containsEntry("request.timeout.ms", "3000")
                .doesNotContainKey("linger.ms");
        assertThat(configOfAdmin(clients))
                .containsEntry("request.timeout.ms", "4000")
                .containsEntry("security.protocol", "PLAINTEXT");
        Properties streams = clients.streams("app");
        assertThat(streams)
                .containsEntry("num.stream.threads", "3")
                .containsEntry("request.timeout.ms", "1000")
                .containsEntry("application.id", "app");
    }

    @Test
    void aUseOfAConsumerWinsOverTheUsersSettings() {
        KafkaClients clients = clients(Map.of("group.id", "mine", "max.poll.records", "9"));

        assertThat(configOfConsumer(clients, Map.of("group.id", "assay.workers.batch", "auto.offset.reset", "latest")))
                .containsEntry("group.id", "assay.workers.batch")
                .containsEntry("max.poll.records", "9")
                .containsEntry("auto.offset.reset", "latest")
                .containsEntry("client.id", "test-consumer");
        assertThat(configOfConsumer(clients(Map.of()), Map.of())).containsEntry("auto.offset.reset", "earliest");
    }

    @Test
    void clientsCarryBytesWhateverSerializerTheUserNames() {
        KafkaClients clients = clients(Map.of(
                "value.serializer", "org.apache.kafka.common.serialization.StringSerializer",
                "key.serializer", "no.such.Class",
                "consumer.value.deserializer", "no.such.Class"));

        assertThat(configOfProducer(clients).get("value.serializer")).asString().contains("ByteArraySerializer");
        assertThat(configOfConsumer(clients, Map.of()).get("value.deserializer"))
                .asString()
                .contains("ByteArrayDeserializer");
        assertThat(clients.streams("app"))
                .doesNotContainKeys("value.serializer", "key.serializer", "value.deserializer");
    }

    @Test
    void recordsAreWrittenAndReadByAssaysSerdesUnlessTheUserNamesOthers() {
        KafkaClients clients = clients(Map.of());
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer();
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            assertThat(serializer).isInstanceOf(AvroSerializer.class);
            assertThat(deserializer).isInstanceOf(AvroDeserializer.class);
        }
    }

    @Test
    void theUsersSerdesGetTheUsersSettings() {
        KafkaClients clients = new KafkaClients(new KafkaSettings(
                Map.of(
                        "bootstrap.servers", "localhost:1",
                        "value.serializer", "no.such.Class",
                        "producer.value.serializer", TheirSerializer.class.getName(),
                        "value.deserializer", TheirDeserializer.class.getName(),
                        "schema.registry.url", "https://registry",
                        "consumer.schema.registry.url", "https://replica",
                        "basic.auth.user.info", "u:p"),
                new Topics("t")));

        TheirSerializer serializer = (TheirSerializer) (Serializer<?>) clients.valueSerializer();
        TheirDeserializer deserializer = (TheirDeserializer) (Deserializer<?>) clients.valueDeserializer();

        assertThat(serializer.settings)
                .containsEntry("schema.registry.url", "https://registry")
                .containsEntry("basic.auth.user.info", "u:p")
                .containsEntry("bootstrap.servers", "localhost:1")
                .containsEntry("assay.schemas.topic", "t.schemas")
                .containsEntry("isKey", false);
        assertThat(deserializer.settings)
                .containsEntry("schema.registry.url", "https://replica")
                .containsEntry("specific.avro.reader", "true")
                .containsEntry("isKey", false);
    }

    @Test
    void aSerdeThatCannotBeMadeIsNamed() {
        assertThatThrownBy(() -> clients(Map.of("value.serializer", "io.confluent.Missing"))
                        .valueSerializer())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("value.serializer: no class io.confluent.Missing on the class path");
        assertThatThrownBy(() -> clients(Map.of("value.deserializer", "java.lang.String"))
                        .valueDeserializer())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("value.deserializer: class java.lang.String is no Deserializer");
    }

    @Test
    void settingsWithoutAClusterAreRefused() {
        assertThatThrownBy(() -> new KafkaSettings(Map.of("acks", "all"), Topics.standard()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bootstrap.servers: missing (expected: host:port[,host:port])");
        assertThatThrownBy(() -> KafkaSettings.of(" ")).hasMessageContaining("bootstrap.servers: missing");
    }

    private static KafkaClients clients(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        // Nothing listens there, and nothing is asked: making a client opens no connection that it waits for.
        all.put("bootstrap.servers", "localhost:1");
        all.put("metric.reporters", ConfigReporter.class.getName());
        return new KafkaClients(new KafkaSettings(all, Topics.standard()));
    }

    private static Map<String, Object> configOfProducer(KafkaClients clients) {
        clients.producer("test-producer").close();
        return ConfigReporter.lastOf("test-producer");
    }

    private static Map<String, Object> configOfTransactionalProducer(KafkaClients clients, String id) {
        clients.transactionalProducer(id).close();
        return ConfigReporter.lastOf("producer-" + id);
    }

    private static Map<String, Object> configOfConsumer(KafkaClients clients, Map<String, ?> overrides) {
        clients.consumer("test-consumer", overrides).close();
        return ConfigReporter.lastOf("test-consumer");
    }

    private static Map<String, Object> configOfAdmin(KafkaClients clients) {
        clients.admin("test-admin").close();
        return ConfigReporter.lastOf("test-admin");
    }

    /** Keeps what each client was configured with. */
    public static final class ConfigReporter implements MetricsReporter {
        private static final List<Map<String, Object>> CONFIGS = new CopyOnWriteArrayList<>();

        static Map<String, Object> lastOf(String clientId) {
            return CONFIGS.stream()
                    .filter(config -> clientId.equals(config.get("client.id")))
                    .reduce((first, second) -> second)
                    .orElseThrow();
        }

        @Override
        public void configure(Map<String, ?> configs) {
            CONFIGS.add(new HashMap<>(configs));
        }

        @Override
        public void init(List<KafkaMetric> metrics) {}

        @Override
        public void metricChange(KafkaMetric metric) {}

        @Override
        public void metricRemoval(KafkaMetric metric) {}

        @Override
        public void close() {}
    }

    /** As a user would bring it. */
    public static final class TheirSerializer implements Serializer<Object> {
        private final Map<String, Object> settings = new HashMap<>();

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            settings.putAll(configs);
            settings.put("isKey", isKey);
        }

        @Override
        public byte @Nullable [] serialize(String topic, Object data) {
            return null;
        }
    }

    /** As a user would bring it. */
    public static final class TheirDeserializer implements Deserializer<Object> {
        private final Map<String, Object> settings = new HashMap<>();

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            settings.putAll(configs);
            settings.put("isKey", isKey);
        }

        @Override
        public @Nullable Object deserialize(String topic, byte[] data) {
            return null;
        }
    }
}
