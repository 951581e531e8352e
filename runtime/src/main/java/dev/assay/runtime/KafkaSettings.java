package dev.assay.runtime;

import dev.assay.schemas.topics.Topics;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to reach a cluster: the client settings that a user gave, passed through unchanged to every Kafka client.
 *
 * <p>A key may be any Kafka client setting ({@code security.protocol}, {@code sasl.jaas.config}, ...), or the same
 * behind {@code producer.}, {@code consumer.}, {@code admin.} or {@code streams.} for one kind of client only.
 * Serializers too: {@code value.serializer} and {@code value.deserializer} may name any class that speaks Confluent's
 * wire format, and Confluent's own keys ({@code schema.registry.url}, ...) configure it.
 *
 * @param client the settings, {@code bootstrap.servers} among them
 * @param topics the names of Assay's topics on that cluster
 */
public record KafkaSettings(Map<String, String> client, Topics topics) {
    public KafkaSettings {
        client = Map.copyOf(new TreeMap<>(client));
        String bootstrap = client.get("bootstrap.servers");
        if (bootstrap == null || bootstrap.isBlank()) {
            throw new IllegalArgumentException("bootstrap.servers: missing (expected: host:port[,host:port])");
        }
    }

    public static KafkaSettings of(String bootstrap) {
        return new KafkaSettings(Map.of("bootstrap.servers", bootstrap), Topics.standard());
    }

    public KafkaSettings with(String key, String value) {
        Map<String, String> changed = new TreeMap<>(client);
        changed.put(key, value);
        return new KafkaSettings(changed, topics);
    }

    public String bootstrap() {
        return client.getOrDefault("bootstrap.servers", "");
    }
}
