package dev.assay.scorer.fold;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The slices of one dimension, whose names a stranger chose, in bounded memory: as in {@link BoundedCounts}, the names
 * that come last in order are put together as {@link BoundedCounts#OTHER}, so that no order of arrival changes them.
 */
final class BoundedSlices {
    private final int limit;
    private final TreeMap<String, SliceTally> slices = new TreeMap<>();
    private final SliceTally other = new SliceTally();

    BoundedSlices(int limit) {
        this.limit = limit;
    }

    void count(String name, Counted counted, long times) {
        SliceTally slice = at(name);
        slice.count(counted, times);
        // A name at 0 keeps its place while others were put together, or it would come back with a count of less.
        if (slice.isEmpty() && other.isEmpty() && slices.size() < limit) {
            slices.remove(name);
        }
    }

    void add(String name, SliceTally more) {
        at(name).merge(more);
    }

    void merge(BoundedSlices more) {
        more.slices.forEach(this::add);
        other.merge(more.other);
    }

    /** Everything in it together. */
    SliceTally sum() {
        SliceTally sum = new SliceTally();
        slices.values().forEach(sum::merge);
        sum.merge(other);
        return sum;
    }

    private SliceTally at(String name) {
        SliceTally known = slices.get(name);
        if (known != null) {
            return known;
        }
        if (slices.size() >= limit) {
            if (name.compareTo(slices.lastKey()) > 0) {
                return other;
            }
            other.merge(slices.pollLastEntry().getValue());
        }
        SliceTally unseen = new SliceTally();
        slices.put(name, unseen);
        return unseen;
    }

    /** Those that occur, by name, sorted, with {@link BoundedCounts#OTHER} for the rest. */
    Map<String, SliceTally> byName() {
        TreeMap<String, SliceTally> byName = new TreeMap<>(slices);
        byName.values().removeIf(SliceTally::isEmpty);
        if (!other.isEmpty()) {
            SliceTally rest = new SliceTally();
            rest.merge(other);
            SliceTally named = byName.put(BoundedCounts.OTHER, rest);
            if (named != null) {
                rest.merge(named);
            }
        }
        return byName;
    }

    boolean isEmpty() {
        return slices.isEmpty() && other.isEmpty();
    }

    void write(StateOutput out) {
        out.number(slices.size());
        slices.forEach((name, slice) -> {
            out.text(name);
            slice.write(out);
        });
        other.write(out);
    }

    void read(StateInput in) {
        for (int left = in.smallNumber(); left > 0; left--) {
            slices.put(in.text(), SliceTally.read(in));
        }
        other.merge(SliceTally.read(in));
    }

    @Override
    public boolean equals(@Nullable Object that) {
        return that instanceof BoundedSlices same && byName().equals(same.byName());
    }

    @Override
    public int hashCode() {
        return byName().hashCode();
    }
}
