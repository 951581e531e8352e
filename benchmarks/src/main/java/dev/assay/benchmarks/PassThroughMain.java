package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.ScorerSettings;
import dev.assay.scorer.StreamsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * The least that a Kafka Streams program can do with results: writes each as it is to another topic, exactly once, with
 * the scorer's settings. It keeps nothing, decodes nothing, and knows no duplicate.
 *
 * <p>Arguments: bootstrap, topic prefix, application id, topic to write to, state directory.
 */
final class PassThroughMain {
    private PassThroughMain() {}

    public static void main(String[] args) {
        ParentWatch.start();
        KafkaClients clients =
                new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1])));
        Properties properties = StreamsSettings.of(clients, ScorerSettings.in(Path.of(args[4])));
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, args[2]);
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        clients.settings().topics().results(),
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()).withName("results"))
                .to(
                        args[3],
                        Produced.with(Serdes.ByteArray(), Serdes.ByteArray()).withName("passed"));
        KafkaStreams streams = new KafkaStreams(builder.build(), properties);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> streams.close(Duration.ofSeconds(30))));
        streams.start();
    }
}
