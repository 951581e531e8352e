package dev.assay.scorer.report;

import java.util.EnumMap;
import java.util.Map;

/** Jobs by band. */
final class BandCounts {
    private final Map<Band, Long> counts = new EnumMap<>(Band.class);

    void add(Band band, long times) {
        counts.merge(band, times, Long::sum);
    }

    void merge(BandCounts other) {
        other.counts.forEach(this::add);
    }

    long of(Band band) {
        return counts.getOrDefault(band, 0L);
    }

    long sum() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
