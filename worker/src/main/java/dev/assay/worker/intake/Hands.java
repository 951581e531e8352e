package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The virtual threads that work the jobs in hand, one each, and the reports that they make to the poll thread. A job
 * that is given begins when a call slot is free for it, on the thread that frees the slot, whatever the poll thread
 * does meanwhile.
 */
final class Hands {
    /** What the handling of a job came to: a verdict, or an exception that nobody expected. */
    record Done(Work work, @Nullable Verdict verdict, Optional<Throwable> breakage) {}

    private final DeliveryHandler handler;
    private final Slots.Share slots;
    private final Clock clock;
    /** Those given and not reported; the poll thread's own. */
    private final Map<Work, Slots.Ready> given = new LinkedHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition reported = lock.newCondition();
    /** Bounded by the places: each job in hand reports once. */
    private final Deque<Done> done = new ArrayDeque<>();
    /** How many are given and have not reported. */
    private int open;
    /** How many reports the poll thread waits for. */
    private int wanted;

    Hands(DeliveryHandler handler, Slots.Share slots, Clock clock) {
        this.handler = handler;
        this.slots = slots;
        this.clock = clock;
    }

    /** Takes a job whose start mark is committed. */
    void give(Work work) {
        Slots.Ready ready = () -> Thread.ofVirtual().name("job-" + work).start(() -> run(work));
        given.put(work, ready);
        count(1);
        slots.add(ready);
    }

    /** Takes a job back; false when it has begun. */
    boolean takeBack(Work work) {
        Slots.Ready ready = given.get(work);
        if (ready == null || !slots.takeBack(ready)) {
            return false;
        }
        given.remove(work);
        count(-1);
        return true;
    }

    /** Waits until so many have reported, or all that could, and takes their reports. */
    List<Done> await(long millis, int enough) {
        List<Done> reports = new ArrayList<>();
        lock.lock();
        try {
            wanted = enough;
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (left > 0 && !isEnough()) {
                left = reported.awaitNanos(left);
            }
            reports.addAll(done);
            done.clear();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the poll thread was interrupted", e);
        } finally {
            lock.unlock();
        }
        reports.forEach(report -> given.remove(report.work()));
        return reports;
    }

    /** Jobs that were given and have not reported yet, begun or not. */
    Set<Work> given() {
        return given.keySet();
    }

    boolean holdAnyOf(Collection<LanePartition> partitions) {
        return given.keySet().stream().anyMatch(work -> partitions.contains(work.partition));
    }

    private void run(Work work) {
        Done result = handle(work, work.delivery());
        try {
            report(result);
        } finally {
            slots.ended();
        }
    }

    private Done handle(Work work, Delivery delivery) {
        delivery.enter(Thread.currentThread(), clock.now());
        try {
            return new Done(work, handler.handle(delivery), Optional.empty());
        } catch (Throwable e) {
            return new Done(work, null, Optional.of(e));
        } finally {
            delivery.leave();
        }
    }

    private void report(Done result) {
        lock.lock();
        try {
            done.add(result);
            open--;
            if (isEnough()) {
                reported.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void count(int change) {
        lock.lock();
        try {
            open += change;
        } finally {
            lock.unlock();
        }
    }

    private boolean isEnough() {
        return done.size() >= wanted || (open == 0 && !done.isEmpty());
    }
}
