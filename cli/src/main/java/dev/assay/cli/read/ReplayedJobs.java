package dev.assay.cli.read;

import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.Stage;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.topics.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of a run were sent again after they were dead letters, as the marks of these say. A mark was committed with
 * the job that it tells of.
 *
 * @param generations the highest generation that each was sent again as, by its place in the input
 * @param lanes the lanes where the run's jobs may be: its own, and those to which an edit sent some
 */
record ReplayedJobs(Map<Long, Integer> generations, Set<String> lanes) {
    ReplayedJobs {
        generations = Map.copyOf(generations);
        lanes = Set.copyOf(lanes);
    }

    /** Reads them; there are none on a cluster that has no topic of marks yet. */
    static ReplayedJobs read(KafkaClients clients, RunManifest manifest) {
        Topics topics = clients.settings().topics();
        Map<Long, Integer> generations = new HashMap<>();
        Set<String> lanes = new TreeSet<>(Set.of(manifest.getLane()));
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-mark-reader", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(topics.deadLetterMarks());
            scan.read(RunRecords.starts(scan, partitions, manifest), scan.ends(partitions), consumed -> {
                DeadLetterMark mark = replay(deserializer, consumed, manifest.getRunId());
                Long ordinal = mark == null ? null : mark.getOrdinal();
                if (mark != null && ordinal != null && OrdinalLedger.isPlace(ordinal, mark.getGeneration())) {
                    generations.merge(ordinal, mark.getGeneration(), Math::max);
                    String lane = lane(topics, mark.getTopic());
                    if (lane != null) {
                        lanes.add(lane);
                    }
                }
            });
        }
        return new ReplayedJobs(generations, lanes);
    }

    /** The mark of a replay of a job of the run; null for any other record. */
    private static @Nullable DeadLetterMark replay(
            Deserializer<SpecificRecord> deserializer, ConsumerRecord<byte[], byte[]> consumed, String runId) {
        if (consumed.value() == null) {
            return null;
        }
        try {
            return deserializer.deserialize(consumed.topic(), consumed.value()) instanceof DeadLetterMark mark
                            && mark.getAction() == MarkAction.REPLAYED
                            && runId.equals(mark.getRunId())
                            && LetterId.parse(mark.getLetter()).stage() == Stage.JOBS
                    ? mark
                    : null;
        } catch (RuntimeException e) {
            // A mark that cannot be read tells of no job that could be missed.
            return null;
        }
    }

    private static @Nullable String lane(Topics topics, @Nullable String topic) {
        String some = topics.jobs("x");
        String start = some.substring(0, some.length() - 1);
        return topic != null && topic.startsWith(start) ? topic.substring(start.length()) : null;
    }
}
