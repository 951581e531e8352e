package dev.assay.budget.host;

import java.util.concurrent.atomic.AtomicLong;

/** How many entries of a partition were given to the producer, and how many of them are in the journal. */
final class Sent {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong end = new AtomicLong();

    void sent() {
        sent.incrementAndGet();
    }

    /** @param offset that it got */
    void written(long offset) {
        end.accumulateAndGet(offset + 1, Math::max);
        written.incrementAndGet();
    }

    long count() {
        return sent.get();
    }

    long countWritten() {
        return written.get();
    }

    /** Offset behind the last one that is in the journal; 0 for none. */
    long end() {
        return end.get();
    }
}
