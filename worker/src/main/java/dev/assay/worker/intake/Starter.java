package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import dev.assay.schemas.settlement.Starts;
import dev.assay.worker.meters.LaneMeters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Starts waiting jobs: takes slots, commits the start marks, then hands the jobs out. No call begins before its mark
 * is committed, or a job that kills its worker would leave no trace.
 */
final class Starter {
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(200);

    private final IntakeSettings settings;
    private final Slots slots;
    private final Waiting waiting;
    private final Partitions partitions;
    private final Hands hands;
    private final LaneMeters meters;
    private final Clock clock;

    private long lastCommitNanos;
    private boolean isRefused;
    private boolean starved;
    private final AtomicInteger inHand = new AtomicInteger();

    Starter(
            IntakeSettings settings,
            Slots slots,
            Waiting waiting,
            Partitions partitions,
            Hands hands,
            LaneMeters meters,
            Clock clock) {
        this.settings = settings;
        this.slots = slots;
        this.waiting = waiting;
        this.partitions = partitions;
        this.hands = hands;
        this.meters = meters;
        this.clock = clock;
        this.lastCommitNanos = clock.nanos();
    }

    /** Starts what may start. Other changes of the partitions are committed along, or at the latest by themselves. */
    void start() {
        boolean isDue = clock.nanos() - lastCommitNanos >= COMMIT_INTERVAL.toNanos();
        if (isRefused && !isDue) {
            return;
        }
        waiting.wake(clock.nanos(), clock.now());
        List<Work> starting = choose();
        if (starting.isEmpty() && !isDue) {
            return;
        }
        lastCommitNanos = clock.nanos();
        List<LanePartition> changed = Partitions.changed(partitions.all());
        isRefused = !changed.isEmpty() && !partitions.commit(changed);
        if (!isRefused) {
            starting.forEach(this::handOut);
        } else {
            // Backwards, so that the first of a queue is its first again.
            starting.reversed().forEach(work -> {
                work.partition.tracker.putBack(work.offset());
                release(work);
                waiting.addFirst(work);
            });
        }
    }

    /** Whether jobs waited for slots when it last looked. */
    boolean isStarved() {
        return starved;
    }

    /** Takes back the wish for an empty worker when nothing waits any more that needs one. */
    void forgetAlone() {
        if (!waiting.hasAlone()) {
            slots.withdraw(this);
        }
    }

    /** Leaves the slots to the other lanes. */
    void close() {
        slots.withdraw(this);
    }

    /** Gives a job's slot back, if it has one still. */
    void release(Work work) {
        if (work.release()) {
            inHand.decrementAndGet();
        }
    }

    int inHand() {
        return inHand.get();
    }

    private List<Work> choose() {
        List<Work> starting = new ArrayList<>();
        starved = false;
        while (!waiting.isEmpty()) {
            Slots.Slot slot = slot();
            if (slot == null) {
                starved = true;
                break;
            }
            Work work = waiting.hasAlone() ? waiting.takeAlone() : waiting.take();
            if (work == null) {
                slot.release();
                break;
            }
            Starts history = work.partition.tracker.history(work.offset());
            Starts mark = work.treatment.mark(history);
            work.partition.tracker.started(work.offset(), mark);
            work.start(
                    new Delivery(
                            settings.lane(),
                            work.partition.isParked,
                            work.record,
                            work.treatment,
                            mark,
                            clock.now(),
                            work.breakage),
                    slot);
            inHand.incrementAndGet();
            starting.add(work);
        }
        return starting;
    }

    private Slots.@Nullable Slot slot() {
        if (inHand.get() >= settings.maxInHand()) {
            return null;
        }
        return waiting.hasAlone() ? slots.tryTakeAlone(this) : slots.tryTake();
    }

    private void handOut(Work work) {
        Starts mark = work.partition.tracker.history(work.offset());
        if (mark.total() > 1) {
            meters.redelivered();
        }
        switch (work.treatment) {
            case NORMAL -> {}
            case ALONE -> meters.suspect();
            case POISON, POISON_UNREAD, BROKEN -> meters.quarantined();
        }
        hands.start(work);
    }
}
