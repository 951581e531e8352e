package dev.assay.runtime;

import dev.assay.schemas.settlement.Settlement;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * How much of a lane is not worked off, by offsets alone. Transaction markers count as jobs until the workers have
 * passed over them, so it is never less than the unfinished jobs and more by at most one a transaction; and a job that
 * is parked while it is read may be counted at both places.
 *
 * @param partitions those of the lane's topic, by number
 * @param parkedPartitions those of its topics of parked jobs
 */
public record LaneDepth(List<Partition> partitions, List<Partition> parkedPartitions) {
    public LaneDepth {
        partitions = List.copyOf(partitions);
        parkedPartitions = List.copyOf(parkedPartitions);
    }

    /**
     * One partition.
     *
     * @param name its topic and number
     * @param settlement how far it is worked off
     * @param end its end offset, open transactions included
     */
    public record Partition(TopicPartition name, Settlement settlement, long end) {
        /** Jobs that wait or are in flight. */
        public long unfinished() {
            return Math.max(0, end - settled());
        }

        private long settled() {
            return settlement.lowWater() + settlement.finishedCount();
        }
    }

    /** Jobs that are queued, parked or in flight. */
    public long unfinished() {
        return unfinished(partitions) + parked();
    }

    /** Those of them that are parked, or in flight after they were. */
    public long parked() {
        return unfinished(parkedPartitions);
    }

    /** Those of them that a worker has in hand, as the start marks say that it committed; it may mark a few ahead. */
    public long inFlight() {
        return inFlight(partitions) + inFlight(parkedPartitions);
    }

    /**
     * Jobs that have left the lane since it was created. A job that is parked has not: it counts once more where it
     * waits. While jobs are being parked a reading may be a few too low.
     */
    public long finished() {
        long settled = 0;
        for (Partition partition : partitions) {
            settled += partition.settled();
        }
        for (Partition partition : parkedPartitions) {
            settled += partition.settled() - partition.end();
        }
        return settled;
    }

    private static long inFlight(List<Partition> partitions) {
        return partitions.stream()
                .mapToLong(partition -> partition.settlement().started().size())
                .sum();
    }

    private static long unfinished(List<Partition> partitions) {
        return partitions.stream().mapToLong(Partition::unfinished).sum();
    }
}
