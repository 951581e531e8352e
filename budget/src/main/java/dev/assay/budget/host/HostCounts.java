package dev.assay.budget.host;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What a host has done, counted by its thread and read by others. */
final class HostCounts {
    private final AtomicLong takeovers = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong voided = new AtomicLong();
    private volatile Map<Integer, Long> epochs = Map.of();

    void tookOver() {
        takeovers.incrementAndGet();
    }

    void restarted() {
        restarts.incrementAndGet();
    }

    void appended(int count) {
        entries.addAndGet(count);
    }

    void voided() {
        voided.incrementAndGet();
    }

    void keeps(Map<Integer, Long> now) {
        if (!now.equals(epochs)) {
            epochs = Map.copyOf(now);
        }
    }

    HostStatus status() {
        return new HostStatus(epochs, takeovers.get(), restarts.get(), entries.get(), voided.get());
    }
}
