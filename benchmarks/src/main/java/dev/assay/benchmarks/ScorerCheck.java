package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** What must hold of a scorer's work before it gives a figure: one score for each result, and the summary of all. */
final class ScorerCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private ScorerCheck() {}

    static void requireOver(Bench bench, KafkaClients clients, int results) throws InterruptedException {
        long until = bench.clock().nanos() + PATIENCE.toNanos();
        Optional<RunSummary> summary = summary(clients);
        while (summary.map(RunSummary::getFinished).orElse(0L) != results) {
            NotRightException.when(
                    bench.clock().nanos() > until,
                    "the summary says " + summary.map(RunSummary::getFinished).orElse(0L) + " jobs (expected: "
                            + results + ")");
            bench.clock().pause(Duration.ofMillis(100));
            summary = summary(clients);
        }
        Topics topics = clients.settings().topics();
        requireRecords(clients, topics.scores(), results);
    }

    static void requireRecords(KafkaClients clients, String topic, int expected) {
        long[] count = new long[1];
        Topic.read(clients, topic, record -> count[0]++);
        NotRightException.when(
                count[0] != expected, "records in " + topic + ": " + count[0] + " (expected: " + expected + ")");
    }

    private static Optional<RunSummary> summary(KafkaClients clients) {
        String topic = clients.settings().topics().runs();
        AtomicReference<@Nullable RunSummary> last = new AtomicReference<>();
        try (Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            Topic.read(clients, topic, record -> {
                if (deserializer.deserialize(topic, record.value()) instanceof RunEntry entry
                        && entry.getEntry() instanceof RunSummary summary) {
                    last.set(summary);
                }
            });
        }
        return Optional.ofNullable(last.get());
    }
}
