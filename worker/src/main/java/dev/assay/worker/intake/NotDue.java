package dev.assay.worker.intake;

import dev.assay.schemas.topics.HeaderNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Fetched parked jobs whose time has not come. Due times are of the calendar, not monotonic, because other hosts wrote
 * them; a clock that is set moves them along. Whether a job is due before its time is looked at twice a second: what
 * frees an account or cancels a run need not know who waits for it.
 */
final class NotDue {
    static final Duration LOOK_INTERVAL = Duration.ofMillis(500);

    private final Recall recall;
    private final PriorityQueue<Work> byTime = new PriorityQueue<>(Comparator.comparingLong(work -> work.dueMillis));
    private long lookedNanos;
    private boolean hasLooked;

    NotDue(Recall recall) {
        this.recall = recall;
    }

    /**
     * Keeps a job until it is due.
     *
     * @return false when it is due already, and not kept
     */
    boolean add(Work work, Instant now) {
        if (work.dueMillis <= now.toEpochMilli() || isEarly(work)) {
            return false;
        }
        byTime.add(work);
        work.partition.notDue++;
        return true;
    }

    /** Those that are due by now, removed, the longest due first. */
    List<Work> wake(long nowNanos, Instant now) {
        List<Work> due = new ArrayList<>();
        for (Work first = byTime.peek();
                first != null && first.dueMillis <= now.toEpochMilli();
                first = byTime.peek()) {
            due.add(byTime.remove());
        }
        if (!hasLooked || nowNanos - lookedNanos >= LOOK_INTERVAL.toNanos()) {
            hasLooked = true;
            lookedNanos = nowNanos;
            byTime.removeIf(work -> isEarly(work) && due.add(work));
        }
        due.forEach(work -> work.partition.notDue--);
        return due;
    }

    /**
     * Those of a partition that have the lowest offsets, removed. Jobs that a worker started are not among them: at
     * another offset nobody would know of it.
     *
     * @param mostBytes what they may take together; the first is taken however large it is
     */
    List<Work> takeFirst(LanePartition partition, int most, long mostBytes) {
        List<Work> candidates = byTime.stream()
                .filter(work -> work.partition == partition && !partition.tracker.isMarked(work.offset()))
                .sorted(Comparator.comparingLong(Work::offset))
                .limit(most)
                .toList();
        List<Work> taken = new ArrayList<>();
        long bytes = 0;
        for (Work work : candidates) {
            bytes += work.bytes;
            if (!taken.isEmpty() && bytes > mostBytes) {
                break;
            }
            taken.add(work);
        }
        byTime.removeAll(taken);
        partition.notDue -= taken.size();
        return taken;
    }

    /** Forgets a partition. */
    void remove(LanePartition partition) {
        byTime.removeIf(work -> work.partition == partition);
        partition.notDue = 0;
    }

    private boolean isEarly(Work work) {
        return (work.heldBy.isPresent() && !recall.isHeld().test(work.heldBy.get()))
                || Delivery.header(work.record, HeaderNames.RUN_ID)
                        .filter(recall.isCancelled())
                        .isPresent();
    }
}
