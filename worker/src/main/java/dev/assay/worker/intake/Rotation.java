package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import dev.assay.schemas.topics.Horizon;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room in parked partitions that are full of jobs which are not due, so that those behind them are seen: the jobs
 * that stand first are appended again with what is left of their wait, and settled where they stood. It happens only
 * while something waits behind and nothing of the partition is due or in hand, and not often, because each job is
 * written once more for it.
 */
final class Rotation {
    /** With {@link Partitions#POLL_RECORDS} a time it bounds what is written, and how long a job is not looked at. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final long MOST_BYTES = 4L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(Rotation.class);

    private final IntakeSettings settings;
    private final LaneConsumers consumers;
    private final Partitions partitions;
    private final Waiting waiting;
    private final Finisher finisher;
    private final Clock clock;
    private long lastNanos;

    Rotation(
            IntakeSettings settings,
            LaneConsumers consumers,
            Partitions partitions,
            Waiting waiting,
            Finisher finisher,
            Clock clock) {
        this.settings = settings;
        this.consumers = consumers;
        this.partitions = partitions;
        this.waiting = waiting;
        this.finisher = finisher;
        this.clock = clock;
        this.lastNanos = clock.nanos();
    }

    /** Looks whether it is time and a partition is stuck. It must not be called while a settlement is in doubt. */
    void turn() {
        if (clock.nanos() - lastNanos < INTERVAL.toNanos()) {
            return;
        }
        List<LanePartition> stuck =
                partitions.all().stream().filter(Rotation::isStuck).toList();
        if (stuck.isEmpty()) {
            return;
        }
        lastNanos = clock.nanos();
        Map<TopicPartition, Long> ends;
        try {
            ends = consumers.ends(
                    stuck.stream().map(partition -> partition.name).toList(), PATIENCE);
        } catch (RetriableException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("the ends of parked partitions are not known now");
            return;
        }
        for (LanePartition partition : stuck) {
            if (ends.getOrDefault(partition.name, 0L) > partition.tracker.position()) {
                rotate(partition);
            }
        }
    }

    /** Whether it takes no further record, and none of those that it has could make room soon. */
    static boolean isStuck(LanePartition partition) {
        return partition.isParked
                && partition.paused
                && !partition.leaving
                && partition.notDue > 0
                && partition.notDue == partition.tracker.unfinished();
    }

    private void rotate(LanePartition partition) {
        List<Work> first = waiting.takeNotDue(partition, Partitions.POLL_RECORDS, MOST_BYTES);
        for (Work work : first) {
            ProducerRecord<byte[], byte[]> again = again(work);
            finisher.takeUnstarted(work, fit -> List.of(again));
        }
        LOG.atInfo()
                .addKeyValue("partition", partition.name)
                .addKeyValue("jobs", first.size())
                .log("parked jobs appended again, because others wait behind them");
    }

    private ProducerRecord<byte[], byte[]> again(Work work) {
        ConsumerRecord<byte[], byte[]> record = work.record;
        Duration left = Duration.ofMillis(work.dueMillis - clock.now().toEpochMilli());
        return new ProducerRecord<>(
                settings.topics().parked(settings.lane(), Horizon.of(left)),
                null,
                record.timestamp() < 0 ? null : record.timestamp(),
                record.key(),
                record.value(),
                record.headers());
    }
}
