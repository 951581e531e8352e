package dev.assay.scorer;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.topics.TopicSizes;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;

/** What Kafka Streams is told: the user's settings, then defaults for what they leave out, then what is not theirs. */
public final class StreamsSettings {
    /** Sizes in memory and times that a user may choose otherwise. */
    private static final Map<String, String> DEFAULTS = Map.of(
            StreamsConfig.consumerPrefix("session.timeout.ms"),
            "10000",
            StreamsConfig.producerPrefix("max.request.size"),
            String.valueOf(TopicSizes.MAX_RECORD_BYTES),
            StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
            String.valueOf(32 << 20),
            // A commit that is due waits for the end of a poll that brings nothing.
            StreamsConfig.POLL_MS_CONFIG,
            "25",
            StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG,
            "600000");

    private StreamsSettings() {}

    /** The settings of a scorer's Streams program; what is compared with one takes the same. */
    public static Properties of(KafkaClients clients, ScorerSettings settings) {
        Properties properties = clients.streams(clients.settings().topics().scorerGroup());
        DEFAULTS.forEach(properties::putIfAbsent);
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), KafkaClients.TRANSACTION_TIMEOUT_MILLIS);
        properties.put(StreamsConfig.mainConsumerPrefix("group.instance.id"), Membership.of(settings.stateDir()));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDir().toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                settings.commitInterval().toMillis());
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        return properties;
    }
}
