package dev.assay.scorer.fold;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A count for each value of an enum. */
final class EnumCounts<E extends Enum<E>> {
    private final Class<E> type;
    private final long[] counts;

    EnumCounts(Class<E> type) {
        this.type = type;
        this.counts = new long[type.getEnumConstants().length];
    }

    void add(E value, long times) {
        counts[value.ordinal()] += times;
    }

    void merge(EnumCounts<E> other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    long of(E value) {
        return counts[value.ordinal()];
    }

    long sum() {
        return Arrays.stream(counts).sum();
    }

    Class<E> type() {
        return type;
    }

    /** Those that occur, by name, sorted. */
    Map<String, Long> byName() {
        Map<String, Long> byName = new TreeMap<>();
        for (E value : type.getEnumConstants()) {
            if (of(value) != 0) {
                byName.put(value.name(), of(value));
            }
        }
        return byName;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EnumCounts<?> that && type == that.type && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }
}
