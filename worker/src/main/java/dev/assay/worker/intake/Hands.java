package dev.assay.worker.intake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The virtual threads that work the jobs in hand, one each, and the queue by which they report to the poll thread. */
final class Hands {
    /** What the handling of a job came to: a verdict, or an exception that nobody expected. */
    record Done(Work work, @Nullable Verdict verdict, Optional<Throwable> breakage) {}

    private final DeliveryHandler handler;
    /** Never full: each job in hand reports once, and there are no more of them than slots. */
    private final BlockingQueue<Done> done;

    private final Set<Work> running = new HashSet<>();

    Hands(DeliveryHandler handler, int slots) {
        this.handler = handler;
        this.done = new ArrayBlockingQueue<>(slots);
    }

    void start(Work work) {
        running.add(work);
        Delivery delivery = work.delivery();
        Thread.ofVirtual().name("job-" + work).start(() -> done.add(handle(work, delivery)));
    }

    /** Waits for the first report, then takes all that are there. */
    List<Done> await(long millis) {
        List<Done> reports = new ArrayList<>();
        try {
            Done first = done.poll(millis, TimeUnit.MILLISECONDS);
            if (first != null) {
                reports.add(first);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the poll thread was interrupted", e);
        }
        done.drainTo(reports);
        reports.forEach(report -> running.remove(report.work()));
        return reports;
    }

    /** Jobs whose thread has not reported yet. */
    Set<Work> running() {
        return running;
    }

    boolean runAnyOf(Collection<LanePartition> partitions) {
        return running.stream().anyMatch(work -> partitions.contains(work.partition));
    }

    private Done handle(Work work, Delivery delivery) {
        delivery.enter(Thread.currentThread());
        try {
            return new Done(work, handler.handle(delivery), Optional.empty());
        } catch (Throwable e) {
            return new Done(work, null, Optional.of(e));
        } finally {
            delivery.leave();
        }
    }
}
