package dev.assay.testkit;

import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.topics.Topics;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Where a scenario's Kafka comes from, chosen by the system property {@code assay.kafka}: {@code embedded} (the
 * default), {@code testcontainers}, or the address of a cluster. On a cluster that is not ours every scenario uses a
 * topic prefix of its own.
 */
public final class TestKafka implements AutoCloseable {
    public static final String PROPERTY = "assay.kafka";
    private static final String IMAGE = "apache/kafka:4.0.0";

    private final String bootstrap;
    private final Runnable stop;

    private TestKafka(String bootstrap, Runnable stop) {
        this.bootstrap = bootstrap;
        this.stop = stop;
    }

    /**
     * Opens the Kafka that the property asks for.
     *
     * @return empty when it asks for a container and there is no Docker engine
     */
    public static Optional<TestKafka> open() {
        String wanted = System.getProperty(PROPERTY, "embedded");
        return switch (wanted) {
            case "embedded" -> Optional.of(embedded());
            case "testcontainers" -> container();
            default -> Optional.of(at(wanted));
        };
    }

    /** One that somebody else starts and ends. */
    public static TestKafka at(String bootstrap) {
        return new TestKafka(bootstrap, () -> {});
    }

    /** One node of the embedded broker with data that is deleted at the end. */
    public static TestKafka embedded() {
        EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        return new TestKafka(kafka.bootstrap(), kafka::close);
    }

    /** A broker in a container; empty when no Docker engine answers. */
    public static Optional<TestKafka> container() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.empty();
        }
        KafkaContainer container = new KafkaContainer(DockerImageName.parse(IMAGE))
                .withEnv("KAFKA_GROUP_CONSUMER_MIN_SESSION_TIMEOUT_MS", "3000")
                .withEnv("KAFKA_GROUP_CONSUMER_SESSION_TIMEOUT_MS", "6000")
                .withEnv("KAFKA_GROUP_CONSUMER_MIN_HEARTBEAT_INTERVAL_MS", "500")
                .withEnv("KAFKA_GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS", "1000")
                .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
        container.start();
        return Optional.of(new TestKafka(container.getBootstrapServers(), container::close));
    }

    /** Client settings for a world of its own: topics under a prefix that nobody else uses. */
    public KafkaSettings freshSettings() {
        String prefix = "t" + UUID.randomUUID().toString().substring(0, 8);
        return new KafkaSettings(Map.of("bootstrap.servers", bootstrap), new Topics(prefix));
    }

    @Override
    public void close() {
        stop.run();
    }
}
