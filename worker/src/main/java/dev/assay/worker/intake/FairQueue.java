package dev.assay.worker.intake;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Jobs waiting to be started, given out round robin over tenants, then over a tenant's partitions, then in order. A
 * tenant with a hundred thousand jobs waiting takes turns with one that has a hundred; within one partition a tenant
 * can still stand behind another, because only what was fetched can be chosen.
 *
 * @param <P> what partitions are told apart by
 * @param <T> what waits
 */
final class FairQueue<P, T> {
    /** The first entry of each map is the next in turn; who was served goes to the end. */
    private final SequencedMap<String, SequencedMap<P, ArrayDeque<T>>> tenants = new LinkedHashMap<>();

    private final Map<P, Integer> sizes = new HashMap<>();
    private int size;

    void add(String tenant, P partition, T item) {
        waiting(tenant, partition).addLast(item);
        count(partition, 1);
    }

    /** Gives back what was taken and could not be started; it stands first in its partition again. */
    void addFirst(String tenant, P partition, T item) {
        waiting(tenant, partition).addFirst(item);
        count(partition, 1);
    }

    /**
     * Takes the next in turn.
     *
     * @param mayStart whether the first in line of a partition may start now
     * @return null when none may
     */
    @Nullable
    T poll(Predicate<T> mayStart) {
        for (Map.Entry<String, SequencedMap<P, ArrayDeque<T>>> tenant : tenants.entrySet()) {
            for (Map.Entry<P, ArrayDeque<T>> partition : tenant.getValue().entrySet()) {
                if (mayStart.test(partition.getValue().getFirst())) {
                    return take(tenant.getKey(), tenant.getValue(), partition.getKey());
                }
            }
        }
        return null;
    }

    /** Forgets what waits of a partition. */
    void removePartition(P partition) {
        tenants.values().forEach(partitions -> partitions.remove(partition));
        tenants.values().removeIf(Map::isEmpty);
        Integer removed = sizes.remove(partition);
        size -= removed == null ? 0 : removed;
    }

    int size() {
        return size;
    }

    private T take(String tenant, SequencedMap<P, ArrayDeque<T>> partitions, P partition) {
        ArrayDeque<T> items = partitions.remove(partition);
        if (items == null) {
            throw new IllegalStateException("nothing waits in partition " + partition);
        }
        T item = items.removeFirst();
        count(partition, -1);
        if (!items.isEmpty()) {
            partitions.putLast(partition, items);
        }
        tenants.remove(tenant);
        if (!partitions.isEmpty()) {
            tenants.putLast(tenant, partitions);
        }
        return item;
    }

    private ArrayDeque<T> waiting(String tenant, P partition) {
        return tenants.computeIfAbsent(tenant, name -> new LinkedHashMap<>())
                .computeIfAbsent(partition, number -> new ArrayDeque<>());
    }

    private void count(P partition, int change) {
        sizes.merge(partition, change, Integer::sum);
        size += change;
    }
}
