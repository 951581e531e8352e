package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import dev.assay.schemas.settlement.Starts;
import dev.assay.worker.meters.LaneMeters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Starts waiting jobs: takes places, commits the start marks, then gives the jobs to the hands, where they begin as
 * call slots become free. No call begins before its mark is committed, or a job that kills its worker would leave no
 * trace.
 */
final class Starter {
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(200);

    private final IntakeSettings settings;
    private final Slots.Share slots;
    private final Waiting waiting;
    private final Partitions partitions;
    private final Hands hands;
    private final LaneMeters meters;
    private final Clock clock;

    private long lastCommitNanos;
    private boolean isRefused;
    private boolean lacksPlaces;

    Starter(
            IntakeSettings settings,
            Slots.Share slots,
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
        if (slots.isAloneWanted()) {
            takeBack(work -> true).forEach(waiting::addFirst);
        }
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
                putBack(work);
                waiting.addFirst(work);
            });
        }
    }

    /**
     * Says that the poll thread is at work. When it was not for long, because the process was frozen or a commit took
     * that long, jobs that stand ready may be another worker's by now: they are marked anew, which tells.
     */
    void attend() {
        if (slots.attended(clock.nanos())) {
            takeBack(work -> true).forEach(waiting::addFirst);
        }
    }

    /** Whether call slots idle and jobs wait, only because finished jobs hold the places. */
    boolean isStarved() {
        return lacksPlaces && slots.isIdle();
    }

    /**
     * Takes back what stands ready and has not begun. The marks go with the next plain commit; a worker that dies
     * before has the jobs charged with a start beside others, which harms nobody.
     *
     * @return what was taken back, the last first
     */
    List<Work> takeBack(Predicate<Work> which) {
        List<Work> back = new ArrayList<>();
        for (Work work : List.copyOf(hands.given()).reversed()) {
            if (which.test(work) && hands.takeBack(work)) {
                putBack(work);
                back.add(work);
            }
        }
        return back;
    }

    /** Takes back the wish for an empty worker when nothing waits any more that needs one. */
    void forgetAlone() {
        if (!waiting.hasAlone()) {
            slots.withdraw(clock.nanos());
        }
    }

    /** Leaves the room to the other lanes. */
    void close() {
        slots.sated();
        slots.withdraw(clock.nanos());
    }

    private List<Work> choose() {
        List<Work> starting = new ArrayList<>();
        lacksPlaces = false;
        int room = slots.room();
        while (!waiting.isEmpty() && (starting.size() < room || waiting.hasAlone())) {
            Slots.Place place = waiting.hasAlone() ? slots.tryTakeAlone() : slots.tryTake();
            if (place == null) {
                lacksPlaces = true;
                break;
            }
            Work work = waiting.hasAlone() ? waiting.takeAlone() : waiting.take();
            if (work == null) {
                place.release();
                break;
            }
            take(work, place);
            starting.add(work);
        }
        if (!lacksPlaces) {
            slots.sated();
        }
        return starting;
    }

    private void take(Work work, Slots.Place place) {
        Starts mark = work.treatment.mark(work.partition.tracker.history(work.offset()));
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
                place);
    }

    private static void putBack(Work work) {
        work.partition.tracker.putBack(work.offset());
        work.release();
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
        hands.give(work);
    }
}
