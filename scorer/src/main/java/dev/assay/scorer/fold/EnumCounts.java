package dev.assay.scorer.fold;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A count for each value of an enum that occurs. */
final class EnumCounts<E extends Enum<E>> {
    private final Class<E> type;
    private final Map<E, Long> counts;

    EnumCounts(Class<E> type) {
        this.type = type;
        this.counts = new EnumMap<>(type);
    }

    void add(E value, long times) {
        if (counts.merge(value, times, Long::sum) == 0) {
            counts.remove(value);
        }
    }

    void merge(EnumCounts<E> other) {
        other.counts.forEach(this::add);
    }

    long of(E value) {
        return counts.getOrDefault(value, 0L);
    }

    long sum() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    Class<E> type() {
        return type;
    }

    /** Those that occur, by name, sorted. */
    Map<String, Long> byName() {
        Map<String, Long> byName = new TreeMap<>();
        counts.forEach((value, count) -> byName.put(value.name(), count));
        return byName;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EnumCounts<?> that && type == that.type && counts.equals(that.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }
}
