package dev.assay.worker.intake;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Things to be taken up again at a later time, the earliest first. Times are monotonic nanoseconds.
 *
 * @param <T> what is taken up
 */
final class Retries<T> {
    private record Due<T>(long nanos, T item) {}

    /** Compared by difference, because monotonic nanoseconds may overflow. */
    private final PriorityQueue<Due<T>> waiting =
            new PriorityQueue<>(Comparator.comparing(due -> due, (a, b) -> Long.signum(a.nanos() - b.nanos())));

    void add(T item, long dueNanos) {
        waiting.add(new Due<>(dueNanos, item));
    }

    /** The next that is due, removed; null when none is. */
    @Nullable
    T poll(long nowNanos) {
        Due<T> first = waiting.peek();
        if (first == null || first.nanos() - nowNanos > 0) {
            return null;
        }
        waiting.remove();
        return first.item();
    }

    void removeIf(Predicate<T> unwanted) {
        waiting.removeIf(due -> unwanted.test(due.item()));
    }

    int size() {
        return waiting.size();
    }
}
