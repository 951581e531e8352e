package dev.assay.cli.drill;

import dev.assay.producer.AssayProducer;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.Scorer;
import dev.assay.scorer.ScorerSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;

/** Where rows are played: a broker with every row's lanes, a scorer, a submitter and a reader of what comes out. */
final class DrillStage implements AutoCloseable {
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);
    /** Hundreds of partitions would cost the start more time than the rows take. */
    private static final TopicSizes ONE_WORKER = new TopicSizes(1, 1, 2, 1, 1, 1);
    /** A worker gets work where it has a partition. */
    private static final TopicSizes FLEET = new TopicSizes(8, 1, 2, 1, 1, 2);

    private final Clock clock;
    private final Parts parts = new Parts("the stage");
    private final KafkaClients clients;
    private final Admin admin;
    private final AssayProducer producer;
    private final RecordFeed feed;

    private DrillStage(Path state, List<Row> rows, Clock clock) {
        this.clock = clock;
        try {
            EmbeddedKafka broker = parts.add(EmbeddedKafka.start(
                    EmbeddedKafkaSettings.keptIn(state.resolve("kafka")).withQuickShutdown(true)));
            KafkaSettings kafka =
                    new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), new Topics("drill"));
            clients = new KafkaClients(kafka);
            admin = parts.add(clients.admin("assay-drill"));
            createTopics(rows);
            Scorer scorer =
                    Scorer.start(ScorerSettings.in(state.resolve("scorer")), kafka, new SimpleMeterRegistry(), clock);
            parts.<AutoCloseable>add(() -> scorer.close(STOP_PATIENCE));
            producer = parts.add(AssayProducer.connect(kafka, clock));
            feed = parts.add(RecordFeed.start(clients));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** @param state an empty directory */
    static DrillStage open(Path state, List<Row> rows, Clock clock) {
        return new DrillStage(state, rows, clock);
    }

    Clock clock() {
        return clock;
    }

    KafkaClients clients() {
        return clients;
    }

    AssayProducer producer() {
        return producer;
    }

    RecordFeed feed() {
        return feed;
    }

    /** Whether as many workers share a lane as are to, each with a partition of its own at least. */
    boolean haveParts(String lane, int workers) {
        String group = clients.settings().topics().workerGroup(lane);
        String topic = clients.settings().topics().jobs(lane);
        try {
            ConsumerGroupDescription seen =
                    admin.describeConsumerGroups(List.of(group)).all().get().get(group);
            if (seen == null) {
                return false;
            }
            return seen.members().stream()
                            .filter(member -> member.assignment().topicPartitions().stream()
                                    .anyMatch(partition -> partition.topic().equals(topic)))
                            .count()
                    >= workers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            // Not there yet.
            return false;
        }
    }

    @Override
    public void close() {
        parts.close();
    }

    private void createTopics(List<Row> rows) {
        TopicAdmin topics = new TopicAdmin(admin);
        Topics names = clients.settings().topics();
        topics.apply(TopicCatalogue.of(names, lanes(rows, false), ONE_WORKER), (short) 1);
        topics.apply(TopicCatalogue.of(names, lanes(rows, true), FLEET), (short) 1);
    }

    private static List<String> lanes(List<Row> rows, boolean fleet) {
        return rows.stream()
                .filter(row -> row.isFleet() == fleet)
                .flatMap(row -> row.lanes().stream())
                .toList();
    }
}
