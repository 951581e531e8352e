package dev.assay.worker.call;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The calls of a worker that are under way, no more than its slots: where handlers start early, so that the ledger is asked
 * while another call ends, it is here that they wait for that end, in the order in which they came.
 */
public final class Seats {
    private final Semaphore free;

    /** @param calls most calls at once */
    public Seats(int calls) {
        free = new Semaphore(calls, true);
    }

    /** Takes one; false where none became free in that time. */
    boolean tryTake(Duration patience) throws InterruptedException {
        return free.tryAcquire(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
    }

    /** Gives one back. */
    void leave() {
        free.release();
    }
}
