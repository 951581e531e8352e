package dev.assay.budget.host;

import java.util.concurrent.atomic.AtomicLong;

/** How many entries of a partition were given to the producer, and how many of them are in the journal. */
final class Sent {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong written = new AtomicLong();

    void sent() {
        sent.incrementAndGet();
    }

    void written() {
        written.incrementAndGet();
    }

    long count() {
        return sent.get();
    }

    long countWritten() {
        return written.get();
    }
}
