package dev.assay.scorer.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Counts by name in the order that people want them. */
final class Counts {
    private Counts() {}

    record Entry(String name, long count) {}

    /** The largest first, equal ones by name; zeros are left out. */
    static List<Entry> largestFirst(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong((Entry entry) -> -entry.count())
                        .thenComparing(Entry::name))
                .toList();
    }

    static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
