package dev.assay.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads partitions from given offsets to given offsets, committed records only. It ends by position, not by the last
 * record seen: transaction markers take offsets and are never handed out.
 */
public final class TopicScan {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> consumer;

    public TopicScan(KafkaConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    public List<TopicPartition> partitions(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (PartitionInfo info : consumer.partitionsFor(topic)) {
            partitions.add(new TopicPartition(topic, info.partition()));
        }
        return partitions;
    }

    /** Where each partition's committed records end now. */
    public Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        return consumer.endOffsets(partitions);
    }

    public Map<TopicPartition, Long> beginnings(List<TopicPartition> partitions) {
        return consumer.beginningOffsets(partitions);
    }

    /** The first offset of each partition with a record of that time or later; its end where there is none. */
    public Map<TopicPartition, Long> startsAt(List<TopicPartition> partitions, long epochMillis) {
        Map<TopicPartition, Long> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, epochMillis));
        Map<TopicPartition, Long> ends = ends(partitions);
        Map<TopicPartition, Long> starts = new HashMap<>(ends);
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(wanted);
        found.forEach((partition, offset) -> {
            if (offset != null) {
                starts.put(partition, offset.offset());
            }
        });
        return starts;
    }

    /**
     * Hands every committed record between the two to the visitor, partition by partition in order.
     *
     * @param from first offset by partition
     * @param to one past the last offset by partition; partitions that are missing here are not read
     */
    public void read(
            Map<TopicPartition, Long> from,
            Map<TopicPartition, Long> to,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        boolean unused = readWhile(from, to, consumed -> {
            visitor.accept(consumed);
            return true;
        });
    }

    /**
     * The same, until the visitor has had enough.
     *
     * @param visitor answers whether it wants another one
     * @return whether it was handed all of them
     */
    public boolean readWhile(
            Map<TopicPartition, Long> from,
            Map<TopicPartition, Long> to,
            Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
        Set<TopicPartition> open = new HashSet<>();
        to.forEach((partition, end) -> {
            if (from.getOrDefault(partition, 0L) < end) {
                open.add(partition);
            }
        });
        consumer.assign(open);
        // One that an earlier reading paused at its end stays so where it is assigned again.
        consumer.resume(open);
        open.forEach(partition -> consumer.seek(partition, from.getOrDefault(partition, 0L)));
        long quietSince = System.nanoTime();
        while (!open.isEmpty()) {
            boolean moved = false;
            for (ConsumerRecord<byte[], byte[]> consumed : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(consumed.topic(), consumed.partition());
                if (consumed.offset() < to.getOrDefault(partition, 0L) && !visitor.test(consumed)) {
                    return false;
                }
                moved = true;
            }
            List<TopicPartition> done = new ArrayList<>();
            for (TopicPartition partition : open) {
                if (consumer.position(partition) >= to.getOrDefault(partition, 0L)) {
                    done.add(partition);
                }
            }
            if (!done.isEmpty()) {
                done.forEach(open::remove);
                consumer.pause(done);
                moved = true;
            }
            if (moved) {
                quietSince = System.nanoTime();
            } else if (System.nanoTime() - quietSince > PATIENCE.toNanos()) {
                throw new TimeoutException("no record of " + open + " arrived for " + PATIENCE.toSeconds() + " s");
            }
        }
        return true;
    }
}
