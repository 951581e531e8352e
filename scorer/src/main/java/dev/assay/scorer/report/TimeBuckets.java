package dev.assay.scorer.report;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Counts of jobs by the time they ended, in bounded memory: when too many buckets are in use, all become wider. The
 * width depends on what was counted, not on its order, because it is the smallest of a fixed row that fits.
 */
final class TimeBuckets {
    /** In ms; each divides the next, so that widening loses nothing. */
    private static final long[] WIDTHS = {
        100,
        500,
        1_000,
        2_000,
        10_000,
        30_000,
        60_000,
        300_000,
        900_000,
        1_800_000,
        3_600_000,
        10_800_000,
        43_200_000,
        86_400_000L,
        28 * 86_400_000L,
        364 * 86_400_000L,
        36_400 * 86_400_000L,
        3_640_000 * 86_400_000L,
        10_000L * 3_640_000 * 86_400_000L
    };

    private static final int KEPT = 1_000;

    private TreeMap<Long, BandCounts> counts = new TreeMap<>();
    private int level;

    void add(long atMillis, Band band) {
        counts.computeIfAbsent(Math.floorDiv(atMillis, widthMillis()), unseen -> new BandCounts())
                .add(band, 1);
        while (counts.size() > KEPT && level < WIDTHS.length - 1) {
            widen();
        }
    }

    private void widen() {
        long factor = WIDTHS[level + 1] / WIDTHS[level];
        TreeMap<Long, BandCounts> wider = new TreeMap<>();
        counts.forEach((index, bands) -> wider.computeIfAbsent(Math.floorDiv(index, factor), unseen -> new BandCounts())
                .merge(bands));
        counts = wider;
        level++;
    }

    long widthMillis() {
        return WIDTHS[level];
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** The buckets in use; bucket {@code i} begins at {@code i} widths after 1970. */
    NavigableMap<Long, BandCounts> counts() {
        return counts;
    }
}
