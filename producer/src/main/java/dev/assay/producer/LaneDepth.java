package dev.assay.producer;

import java.util.List;

/**
 * How full a lane was at one moment. Transaction markers count as jobs until the workers have passed over them, so it
 * is never less than the unfinished jobs and more by at most one a chunk. A commit returns before its marker is
 * written, so the marker of a chunk just sent may not be counted yet.
 *
 * @param partitions its partitions, by number
 */
record LaneDepth(List<Partition> partitions) {
    LaneDepth {
        partitions = List.copyOf(partitions);
    }

    /**
     * One partition.
     *
     * @param number its number
     * @param end its end offset
     * @param lowWater the lowest offset that is not finished
     * @param finishedBeyond finished offsets beyond that
     */
    record Partition(int number, long end, long lowWater, long finishedBeyond) {
        /** Jobs that are queued or in flight. */
        long unfinished() {
            return Math.max(0, end - lowWater - finishedBeyond);
        }
    }

    /** Jobs that are queued or in flight. */
    long unfinished() {
        return partitions.stream().mapToLong(Partition::unfinished).sum();
    }

    /** Jobs finished since the lane was created; it never falls. */
    long finished() {
        return partitions.stream()
                .mapToLong(partition -> partition.lowWater() + partition.finishedBeyond())
                .sum();
    }
}
