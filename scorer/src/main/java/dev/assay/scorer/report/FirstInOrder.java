package dev.assay.scorer.report;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map of bounded size that keeps the keys which are first in order, whatever order they arrive in. Keeping those that
 * arrive first would make a report depend on the order of its input; a key that is among the first of all is among the
 * first of those seen so far at any time, so what it counts is complete.
 */
final class FirstInOrder<K extends Comparable<K>, V> {
    private final int limit;
    private final TreeMap<K, V> kept = new TreeMap<>();

    FirstInOrder(int limit) {
        this.limit = limit;
    }

    /** The value of the key, made when it is new; null when the key is not kept. */
    @Nullable
    V at(K key, Supplier<V> made) {
        V known = kept.get(key);
        if (known != null) {
            return known;
        }
        if (kept.size() >= limit) {
            if (key.compareTo(kept.lastKey()) > 0) {
                return null;
            }
            kept.pollLastEntry();
        }
        V value = made.get();
        kept.put(key, value);
        return value;
    }

    /** What is kept, by key. */
    SortedMap<K, V> kept() {
        return kept;
    }
}
