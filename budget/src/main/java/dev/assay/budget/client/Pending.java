package dev.assay.budget.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A reservation whose answer somebody waits for. */
final class Pending {
    private final String id;
    private final Wish wish;
    private final long sentMillis;
    private final CountDownLatch told = new CountDownLatch(1);
    private volatile @Nullable Answer answer;

    /** @param sentMillis when it is asked for, by the time of day */
    Pending(String id, Wish wish, long sentMillis) {
        this.id = id;
        this.wish = wish;
        this.sentMillis = sentMillis;
    }

    String id() {
        return id;
    }

    Wish wish() {
        return wish;
    }

    long sentMillis() {
        return sentMillis;
    }

    void tell(Answer found) {
        answer = found;
        told.countDown();
    }

    /** Waits for the answer; null where none came in time. */
    @Nullable
    Answer await(long nanos) throws InterruptedException {
        return told.await(nanos, TimeUnit.NANOSECONDS) ? answer : null;
    }
}
