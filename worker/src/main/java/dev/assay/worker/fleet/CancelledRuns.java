package dev.assay.worker.fleet;

import dev.assay.worker.intake.Cut;
import dev.assay.worker.intake.Delivery;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which runs are cancelled, and which of their jobs are being handled: cancelling one cuts them. A job that enters is
 * listed before it asks whether its run is cancelled, so that one of the two always sees the other.
 */
public final class CancelledRuns {
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private final Map<String, Set<Delivery>> handled = new ConcurrentHashMap<>();

    /** A job being handled; closing it takes it off the list. */
    public final class Handled implements AutoCloseable {
        private final String runId;
        private final Delivery delivery;

        private Handled(String runId, Delivery delivery) {
            this.runId = runId;
            this.delivery = delivery;
        }

        public boolean isCancelled() {
            return cancelled.contains(runId);
        }

        @Override
        public void close() {
            handled.computeIfPresent(runId, (run, deliveries) -> {
                deliveries.remove(delivery);
                return deliveries.isEmpty() ? null : deliveries;
            });
        }
    }

    public Handled enter(String runId, Delivery delivery) {
        handled.compute(runId, (run, deliveries) -> {
            Set<Delivery> set = deliveries == null ? new HashSet<>() : deliveries;
            set.add(delivery);
            return set;
        });
        return new Handled(runId, delivery);
    }

    public boolean isCancelled(String runId) {
        return cancelled.contains(runId);
    }

    /** Cancels a run: its jobs in hand are cut, and those that come later are not called. */
    void cancel(String runId) {
        cancelled.add(runId);
        Set<Delivery> cut = new HashSet<>();
        handled.computeIfPresent(runId, (run, deliveries) -> {
            cut.addAll(deliveries);
            return deliveries;
        });
        List.copyOf(cut).forEach(delivery -> delivery.cut(Cut.RUN_CANCELLED));
    }

    /** Forgets that a run was cancelled, as when its entry is deleted. */
    void forget(String runId) {
        cancelled.remove(runId);
    }
}
