package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.Score;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Streams the results or scores of one run, in no particular order, every committed record: a job has one for each
 * generation. Whoever wants the last word on each job, in order, uses {@link LatestRecords}.
 */
public final class RunRecords {
    /**
     * How much earlier than the run's submit the reading starts. Clocks of the processes that wrote may differ, and a
     * start that is too late would show jobs as lost.
     */
    private static final Duration CLOCK_MARGIN = Duration.ofHours(6);

    private final KafkaClients clients;

    public RunRecords(KafkaClients clients) {
        this.clients = clients;
    }

    /**
     * Hands every result of the run to the visitor.
     *
     * @param manifest the run's manifest, which spares reading what was written long before it; null reads everything
     * @return records passed over because they cannot be decoded
     */
    public long results(String runId, @Nullable RunManifest manifest, Consumer<Result> visitor) {
        return each(
                clients.settings().topics().results(),
                runId,
                manifest,
                Result.class,
                (result, bytes) -> visitor.accept(result));
    }

    /** The same for scores. */
    public long scores(String runId, @Nullable RunManifest manifest, Consumer<Score> visitor) {
        return each(
                clients.settings().topics().scores(),
                runId,
                manifest,
                Score.class,
                (score, bytes) -> visitor.accept(score));
    }

    <T extends SpecificRecord> long each(
            String topic, String runId, @Nullable RunManifest manifest, Class<T> type, RecordVisitor<T> visitor) {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-record-reader", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(topic);
            Map<TopicPartition, Long> ends = scan.ends(partitions);
            Map<TopicPartition, Long> starts = starts(scan, partitions, manifest);
            RunDecoder<T> decoder = new RunDecoder<>(deserializer, runId, type);
            scan.read(starts, ends, consumed -> decoder.decode(consumed, visitor));
            return decoder.damaged();
        }
    }

    /** Where reading for a run begins: a little before its submit, the very beginning when that is not known. */
    static Map<TopicPartition, Long> starts(
            TopicScan scan, List<TopicPartition> partitions, @Nullable RunManifest manifest) {
        return manifest == null
                ? scan.beginnings(partitions)
                : scan.startsAt(
                        partitions,
                        manifest.getSubmittedAt().minus(CLOCK_MARGIN).toEpochMilli());
    }
}
