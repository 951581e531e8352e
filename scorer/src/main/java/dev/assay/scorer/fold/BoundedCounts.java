package dev.assay.scorer.fold;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts by a name that a stranger chose, such as the model a response named, in bounded memory: beyond the limit the
 * names that come last in order are counted together as {@link #OTHER}.
 *
 * <p>Keeping the names that <em>arrive</em> first would make the counts depend on the order of arrival. A name that is
 * among the first by order of all is among the first of those seen so far at any time, so its count is complete.
 */
final class BoundedCounts {
    static final String OTHER = "other";

    private final int limit;
    private final TreeMap<String, Long> counts = new TreeMap<>();
    private long other;

    BoundedCounts(int limit) {
        this.limit = limit;
    }

    void add(String name, long times) {
        if (counts.size() >= limit && !counts.containsKey(name) && name.compareTo(counts.lastKey()) > 0) {
            other += times;
            return;
        }
        long count = counts.merge(name, times, Long::sum);
        // A name at 0 keeps its place while others were put together, or it would come back with a count of less.
        if (count == 0 && other == 0 && counts.size() < limit) {
            counts.remove(name);
        }
        if (counts.size() > limit) {
            other += counts.pollLastEntry().getValue();
        }
    }

    void merge(BoundedCounts more) {
        more.counts.forEach(this::add);
        other += more.other;
    }

    /** Puts back a name as it was kept, a zero too. */
    void keep(String name, long count) {
        counts.put(name, count);
    }

    void addOther(long times) {
        other += times;
    }

    /** What is kept, by name; zeros too. */
    Map<String, Long> kept() {
        return counts;
    }

    long other() {
        return other;
    }

    /** Those that occur, by name, sorted, with {@link #OTHER} for the rest. */
    Map<String, Long> byName() {
        Map<String, Long> byName = new TreeMap<>(counts);
        byName.values().removeIf(count -> count == 0);
        if (other != 0) {
            byName.merge(OTHER, other, Long::sum);
        }
        return byName;
    }

    @Override
    public boolean equals(@Nullable Object that) {
        return that instanceof BoundedCounts same && byName().equals(same.byName());
    }

    @Override
    public int hashCode() {
        return byName().hashCode();
    }
}
