package dev.assay.budget.host;

import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * How many unfinished jobs tenants have in a lane, from what the topic of runs says: enqueued, which is written in the
 * transaction that enqueues, less those that the run's summary counts. A summary comes after the jobs' end, so what is
 * read here is never too little. Replays of dead letters count as the finished jobs that their run had. Used by many
 * threads, one at a time.
 */
final class TenantDepths implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);
    /** Longer than any transaction takes that was open when the reading began. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final KafkaClients clients;
    private final Admin admin;
    private final String name;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Run> runs = new HashMap<>();
    private @Nullable Open open;

    private record Open(
            KafkaConsumer<byte[], byte[]> consumer,
            Deserializer<SpecificRecord> deserializer,
            List<TopicPartition> partitions) {}

    /** What is known of a run. */
    private static final class Run {
        private String lane = "";
        private String tenant = "";
        private long enqueued;
        private long finished;

        private boolean isOf(String ofLane, String ofTenant) {
            return lane.equals(ofLane) && tenant.equals(ofTenant);
        }

        private long unfinished() {
            return Math.max(0, enqueued - finished);
        }
    }

    /** @param admin stays the caller's to close */
    TenantDepths(KafkaClients clients, Admin admin, String name, Clock clock) {
        this.clients = clients;
        this.admin = admin;
        this.name = name;
        this.clock = clock;
    }

    /**
     * Unfinished jobs at most of each of those tenants in a lane, with all that was committed before the call.
     *
     * @throws TimeoutException when the topic could not be read so far
     */
    Map<String, Long> read(String lane, Set<String> tenants) {
        lock.lock();
        try {
            catchUp(opened());
            Map<String, Long> depths = new HashMap<>();
            for (String tenant : tenants) {
                depths.put(
                        tenant,
                        runs.values().stream()
                                .filter(run -> run.isOf(lane, tenant))
                                .mapToLong(Run::unfinished)
                                .sum());
            }
            return depths;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (open != null) {
                open.consumer().close();
                open.deserializer().close();
                open = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private Open opened() {
        Open now = open;
        if (now == null) {
            String topic = clients.settings().topics().runs();
            KafkaConsumer<byte[], byte[]> consumer = clients.consumer(name + "-runs", Map.of("fetch.max.wait.ms", 10));
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            now = new Open(consumer, clients.valueDeserializer(), partitions);
            open = now;
        }
        return now;
    }

    /** Reads to where the log ends now, transactions included whose marker is still to come. */
    private void catchUp(Open now) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        now.partitions().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        var ends = Answers.await(admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                .all());
        long began = clock.nanos();
        while (ends.entrySet().stream()
                .anyMatch(end ->
                        now.consumer().position(end.getKey()) < end.getValue().offset())) {
            if (clock.nanos() - began > PATIENCE.toNanos()) {
                throw new TimeoutException("runs were not read to their end within " + PATIENCE.toSeconds() + " s");
            }
            for (ConsumerRecord<byte[], byte[]> record : now.consumer().poll(POLL)) {
                take(now.deserializer(), record);
            }
        }
    }

    private void take(Deserializer<SpecificRecord> deserializer, ConsumerRecord<byte[], byte[]> record) {
        try {
            if (record.value() == null
                    || !(deserializer.deserialize(record.topic(), record.value()) instanceof RunEntry entry)) {
                return;
            }
            Run run = runs.computeIfAbsent(entry.getRunId(), unknown -> new Run());
            switch (entry.getEntry()) {
                case RunManifest manifest -> {
                    run.lane = manifest.getLane();
                    run.tenant = manifest.getTenant();
                }
                case RunProgress progress -> run.enqueued = progress.getEnqueued();
                case RunSummary summary -> run.finished = summary.getFinished();
                default -> {}
            }
        } catch (SerializationException e) {
            // Verify tells of it; a bound that nobody can lift would be worse.
            return;
        }
    }
}
