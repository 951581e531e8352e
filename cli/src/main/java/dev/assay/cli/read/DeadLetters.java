package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of one run's jobs.
 *
 * @param byKind how many there are of each failure kind
 * @param examples the first of each kind
 * @param damaged records whose headers are not complete
 */
public record DeadLetters(Map<String, Long> byKind, List<DeadLetter> examples, long damaged) {
    public DeadLetters {
        byKind = new TreeMap<>(byKind);
        examples = List.copyOf(examples);
    }

    /** @param manifest the run's manifest; see {@link RunRecords#results} */
    public static DeadLetters of(KafkaClients clients, String runId, @Nullable RunManifest manifest) {
        Map<String, Long> byKind = new TreeMap<>();
        List<DeadLetter> examples = new ArrayList<>();
        long[] damaged = {0};
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-dead-letter-reader", Map.of())) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions =
                    scan.partitions(clients.settings().topics().deadLetterJobs());
            Map<TopicPartition, Long> ends = scan.ends(partitions);
            scan.read(RunRecords.starts(scan, partitions, manifest), ends, consumed -> {
                switch (DeadLetterHeaders.read(consumed.headers())) {
                    case DeadLetterHeaders.Reading.Intact(DeadLetter letter) -> {
                        if (runId.equals(letter.getRunId())
                                && byKind.merge(letter.getKind().name(), 1L, Long::sum) == 1) {
                            examples.add(letter);
                        }
                    }
                    case DeadLetterHeaders.Reading.Damaged bad -> damaged[0]++;
                }
            });
        }
        return new DeadLetters(byKind, examples, damaged[0]);
    }

    public long count() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }
}
