package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.settlement.Settlement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How much of a lane is not worked off, read from offsets alone. Transaction markers take offsets too, so the depth
 * may be a few above the number of jobs, never below.
 *
 * @param lane the lane
 * @param partitions every partition, by number
 */
public record LaneDepth(String lane, List<PartitionDepth> partitions) {
    public LaneDepth {
        partitions = List.copyOf(partitions);
    }

    /**
     * One partition of the lane's topic.
     *
     * @param partition its number
     * @param settlement how far it is worked off
     * @param end one past its last committed record
     */
    public record PartitionDepth(int partition, Settlement settlement, long end) {
        public long unfinished() {
            return Math.max(0, end - settlement.lowWater() - settlement.finishedCount());
        }
    }

    public long unfinished() {
        return partitions.stream().mapToLong(PartitionDepth::unfinished).sum();
    }

    /**
     * Reads it. The settlements are read first: what is settled between the two readings then shows as unfinished,
     * and nothing unfinished is overlooked.
     */
    public static LaneDepth read(KafkaClients clients, String lane) {
        try (KafkaConsumer<byte[], byte[]> consumer = groupReader(clients, lane)) {
            return read(consumer, clients.settings().topics().jobs(lane), lane);
        }
    }

    /** A consumer that can read the settlements of a lane's workers without joining their group. */
    static KafkaConsumer<byte[], byte[]> groupReader(KafkaClients clients, String lane) {
        String group = clients.settings().topics().workerGroup(lane);
        return clients.consumer("assay-lane-reader", Map.of("group.id", group));
    }

    static LaneDepth read(KafkaConsumer<byte[], byte[]> consumer, String topic, String lane) {
        TopicScan scan = new TopicScan(consumer);
        List<TopicPartition> partitions = scan.partitions(topic);
        Map<TopicPartition, Long> beginnings = scan.beginnings(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(partitions));
        Map<TopicPartition, Long> ends = scan.ends(partitions);
        List<PartitionDepth> depths = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata commit = committed.get(partition);
            Settlement settlement = commit == null
                    ? Settlement.at(beginnings.getOrDefault(partition, 0L))
                    : Settlement.decode(commit.offset(), commit.metadata());
            depths.add(new PartitionDepth(partition.partition(), settlement, ends.getOrDefault(partition, 0L)));
        }
        depths.sort(Comparator.comparingInt(PartitionDepth::partition));
        return new LaneDepth(lane, depths);
    }
}
