package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Score;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Scores on their way to the summary: the topics by which the scorer brings scores of one run together, read by its
 * group. The summary and the group's offsets change in one transaction, so that the two can be read as one.
 */
final class FoldQueue implements AutoCloseable {
    private static final int TRIES = 200;
    private static final String SUFFIX = "-repartition";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final TopicScan scan;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private Map<TopicPartition, Long> read = Map.of();

    private FoldQueue(KafkaConsumer<byte[], byte[]> consumer, Deserializer<SpecificRecord> deserializer, String group) {
        this.consumer = consumer;
        this.deserializer = deserializer;
        scan = new TopicScan(consumer);
        for (String topic : consumer.listTopics().keySet()) {
            if (topic.startsWith(group + "-") && topic.endsWith(SUFFIX)) {
                partitions.addAll(scan.partitions(topic));
            }
        }
    }

    static FoldQueue open(KafkaClients clients) {
        String group = clients.settings().topics().scorerGroup();
        return new FoldQueue(
                clients.consumer("assay-fold-reader", Map.of("group.id", group)), clients.valueDeserializer(), group);
    }

    /** The run as it is in the runs topic at a moment between two commits of the scorer. */
    RunView atRest(RunReader runs, String runId) {
        for (int i = 0; i < TRIES; i++) {
            Map<TopicPartition, Long> before = committed();
            runs.refresh();
            read = committed();
            if (read.equals(before)) {
                break;
            }
        }
        return runs.run(runId).orElse(new RunView(runId, null, null, null));
    }

    /** The run's scores that the fold had not read at that moment. */
    OrdinalLedger unread(String runId) {
        OrdinalLedger unread = new OrdinalLedger();
        // Keys are the scorer's business; the record says which run it is of.
        scan.read(read, scan.ends(partitions), consumed -> {
            SpecificRecord decoded =
                    deserializer.deserialize(consumed.topic(), consumed.headers(), consumed.value());
            if (decoded instanceof Score score && score.getRunId().equals(runId)) {
                unread.add(score.getOrdinal(), score.getGeneration(), score.getJobId(), 0);
            }
        });
        return unread;
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }

    private Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> offsets = new HashMap<>(scan.beginnings(partitions));
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(partitions));
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }
}
