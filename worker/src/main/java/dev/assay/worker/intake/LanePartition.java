package dev.assay.worker.intake;

import dev.assay.schemas.settlement.Settlement;
import org.apache.kafka.common.TopicPartition;

/** A partition of the lane, of its own topic or a parked one, that this worker owns. It is used by the poll thread only. */
final class LanePartition {
    final TopicPartition name;
    final PartitionTracker tracker;

    /** Whether its jobs are parked: they wait for their time before they may start. */
    final boolean isParked;

    /** How it stands in the group, as last committed by this worker or found when it was assigned. */
    Settlement committed;

    /** Whether fetching it is paused. */
    boolean paused;

    /** Whether it is being revoked: what is in hand is finished, nothing further is started. */
    boolean leaving;

    /** Whether it belongs to another worker by now: whatever its jobs still come to is dropped. */
    boolean gone;

    /** Size of the fetched records that wait to be started. */
    long waitingBytes;

    /** How many fetched jobs wait for their time. */
    int notDue;

    private long unchangedAt = -1;

    LanePartition(TopicPartition name, boolean isParked, Settlement committed) {
        this.name = name;
        this.isParked = isParked;
        this.committed = committed;
        this.tracker = new PartitionTracker(committed);
    }

    /** Whether its state differs from what is committed. */
    boolean isChanged() {
        if (tracker.changes() == unchangedAt) {
            return false;
        }
        if (tracker.current().equals(committed)) {
            unchangedAt = tracker.changes();
            return false;
        }
        return true;
    }
}
