package dev.assay.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Makes every Kafka client of Assay from one {@link KafkaSettings}: the user's settings first, then what Assay's
 * promises rest on (acks, idempotence, isolation, bounded transactions), which cannot be overridden.
 */
public final class KafkaClients {
    /** A frozen writer's open transaction holds up every reader of its partitions for this long at most. */
    public static final int TRANSACTION_TIMEOUT_MILLIS = 10_000;

    private static final List<String> KINDS = List.of("producer.", "consumer.", "admin.", "streams.");
    private static final Map<String, String> SERDE_DEFAULTS = Map.of(
            "value.serializer", "dev.assay.schemas.serde.AvroSerializer",
            "value.deserializer", "dev.assay.schemas.serde.AvroDeserializer",
            "specific.avro.reader", "true");

    private final KafkaSettings settings;

    public KafkaClients(KafkaSettings settings) {
        this.settings = settings;
    }

    public KafkaSettings settings() {
        return settings;
    }

    /** Producer of raw bytes that writes in transactions; the caller calls {@code initTransactions}. */
    public KafkaProducer<byte[], byte[]> transactionalProducer(String transactionalId) {
        Map<String, Object> config = producerConfig("producer-" + transactionalId);
        config.put("transactional.id", transactionalId);
        config.put("transaction.timeout.ms", TRANSACTION_TIMEOUT_MILLIS);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Producer of raw bytes outside transactions. */
    public KafkaProducer<byte[], byte[]> producer(String clientId) {
        return producer(clientId, Map.of());
    }

    /**
     * The same with settings of this use, which win over the user's.
     *
     * @param clientId shows in the broker's logs and metrics
     */
    public KafkaProducer<byte[], byte[]> producer(String clientId, Map<String, ?> overrides) {
        Map<String, Object> config = config("producer.");
        config.putAll(overrides);
        config.putAll(promises(clientId));
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Consumer of raw bytes that sees committed records only and commits nothing by itself.
     *
     * @param clientId shows in the broker's logs and metrics
     * @param overrides settings of this use, such as {@code group.id}; they win over the user's
     */
    public KafkaConsumer<byte[], byte[]> consumer(String clientId, Map<String, ?> overrides) {
        Map<String, Object> config = config("consumer.");
        config.putIfAbsent("auto.offset.reset", "earliest");
        config.putAll(overrides);
        config.put("client.id", clientId);
        config.put("enable.auto.commit", false);
        config.put("isolation.level", "read_committed");
        config.put("allow.auto.create.topics", false);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public Admin admin(String clientId) {
        Map<String, Object> config = config("admin.");
        config.put("client.id", clientId);
        return Admin.create(config);
    }

    /** The serializer that the user's settings name, Assay's own by default, configured for values. */
    @SuppressWarnings("unchecked")
    public Serializer<SpecificRecord> valueSerializer() {
        Map<String, Object> config = serdeConfig("producer.");
        Serializer<SpecificRecord> serializer = instance(config, "value.serializer", Serializer.class);
        serializer.configure(config, false);
        return serializer;
    }

    /**
     * The deserializer that the user's settings name, Assay's own by default, configured for values. What it returns
     * is a record of {@code dev.assay.schemas} because {@code specific.avro.reader} is set.
     */
    @SuppressWarnings("unchecked")
    public Deserializer<SpecificRecord> valueDeserializer() {
        Map<String, Object> config = serdeConfig("consumer.");
        Deserializer<SpecificRecord> deserializer = instance(config, "value.deserializer", Deserializer.class);
        deserializer.configure(config, false);
        return deserializer;
    }

    /** Settings for a Kafka Streams application; the caller adds what the application itself decides. */
    public Properties streams(String applicationId) {
        Properties properties = new Properties();
        properties.putAll(withoutSerdes(config("streams.")));
        properties.put("application.id", applicationId);
        return properties;
    }

    private Map<String, Object> producerConfig(String clientId) {
        Map<String, Object> config = config("producer.");
        config.putAll(promises(clientId));
        return config;
    }

    private static Map<String, Object> promises(String clientId) {
        return Map.of("client.id", clientId, "acks", "all", "enable.idempotence", true);
    }

    private Map<String, Object> serdeConfig(String kind) {
        Map<String, Object> config = new HashMap<>(SERDE_DEFAULTS);
        config.putAll(settingsFor(kind));
        config.put("assay.schemas.topic", settings.topics().schemas());
        return config;
    }

    private Map<String, Object> config(String kind) {
        return withoutSerdes(settingsFor(kind));
    }

    private Map<String, Object> settingsFor(String kind) {
        Map<String, Object> config = new HashMap<>();
        settings.client().forEach((key, value) -> {
            if (KINDS.stream().noneMatch(key::startsWith)) {
                config.put(key, value);
            }
        });
        settings.client().forEach((key, value) -> {
            if (key.startsWith(kind)) {
                config.put(key.substring(kind.length()), value);
            }
        });
        return config;
    }

    /** Every client carries bytes; records are made and read by the serde pair, so that bad bytes are a value. */
    private static Map<String, Object> withoutSerdes(Map<String, Object> config) {
        config.keySet().removeIf(key -> key.endsWith("serializer"));
        return config;
    }

    private static <T> T instance(Map<String, Object> config, String key, Class<T> type) {
        String name = String.valueOf(config.get(key));
        try {
            return Utils.newInstance(name, type);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(key + ": no class " + name + " on the class path", e);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(key + ": class " + name + " is no " + type.getSimpleName(), e);
        }
    }
}
