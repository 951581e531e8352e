package dev.assay.worker.intake;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Fetched jobs that are not in hand, in the order in which they may start: those that must run alone, those that an
 * earlier worker started already, then the fresh ones. Parked ones join them when they are due, put-back ones when
 * their pause is over.
 *
 * <p>Suspects stand apart from fresh jobs because they may start when a partition has no room for further start marks:
 * they have theirs, and nothing would ever make room if they waited behind a job without one.
 */
final class Waiting {
    private final Deque<Work> alone = new ArrayDeque<>();
    private final FairQueue<TopicPartition, Work> suspects = new FairQueue<>();
    private final FairQueue<TopicPartition, Work> fresh = new FairQueue<>();
    private final Retries<Work> retries = new Retries<>();
    private final NotDue notDue;

    Waiting(NotDue notDue) {
        this.notDue = notDue;
    }

    /** Takes a job that was just fetched. */
    void fetched(Work work, Instant now) {
        if (notDue.add(work, now)) {
            grow(work);
        } else {
            add(work);
        }
    }

    private void add(Work work) {
        grow(work);
        if (work.treatment.isAlone()) {
            alone.addLast(work);
        } else {
            queue(work).add(work.tenant, work.partition.name, work);
        }
    }

    /** Gives back what was taken and not started; it is the next in its queue. */
    void addFirst(Work work) {
        grow(work);
        if (work.treatment.isAlone()) {
            alone.addFirst(work);
        } else {
            queue(work).addFirst(work.tenant, work.partition.name, work);
        }
    }

    /** Adds it when the time has come. */
    void addLater(Work work, long dueNanos) {
        grow(work);
        retries.add(work, dueNanos);
    }

    /** Moves those that are due, or whose pause is over, to where they may start. */
    void wake(long nowNanos, Instant now) {
        for (Work due : notDue.wake(nowNanos, now)) {
            shrink(due);
            add(due);
        }
        for (Work due = retries.poll(nowNanos); due != null; due = retries.poll(nowNanos)) {
            shrink(due);
            addFirst(due);
        }
    }

    /** Whether something waits that must run alone. */
    boolean hasAlone() {
        return !alone.isEmpty();
    }

    Work takeAlone() {
        Work work = alone.removeFirst();
        shrink(work);
        return work;
    }

    /** Takes the next that may run beside others; null when there is none. */
    @Nullable
    Work take() {
        Work work = suspects.poll(suspect -> true);
        if (work == null) {
            work = fresh.poll(first -> first.partition.tracker.hasRoomForMark());
        }
        if (work != null) {
            shrink(work);
        }
        return work;
    }

    /** Whether anything could be started if there were a slot. */
    boolean isEmpty() {
        return alone.isEmpty() && suspects.size() == 0 && fresh.size() == 0;
    }

    /** Takes those of a parked partition out that have stood in it longest and are not due, to be appended again. */
    List<Work> takeNotDue(LanePartition partition, int most, long mostBytes) {
        List<Work> taken = notDue.takeFirst(partition, most, mostBytes);
        taken.forEach(Waiting::shrink);
        return taken;
    }

    /** Forgets what waits of a partition. */
    void remove(LanePartition partition) {
        alone.removeIf(work -> work.partition == partition);
        suspects.removePartition(partition.name);
        fresh.removePartition(partition.name);
        retries.removeIf(work -> work.partition == partition);
        notDue.remove(partition);
        partition.waitingBytes = 0;
    }

    private FairQueue<TopicPartition, Work> queue(Work work) {
        return work.partition.tracker.isMarked(work.offset()) ? suspects : fresh;
    }

    private static void grow(Work work) {
        work.partition.waitingBytes += work.bytes;
    }

    private static void shrink(Work work) {
        work.partition.waitingBytes -= work.bytes;
    }
}
