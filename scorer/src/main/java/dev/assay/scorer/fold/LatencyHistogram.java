package dev.assay.scorer.fold;

import dev.assay.schemas.Percentiles;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts durations in buckets that grow by 4 %, so that any percentile is known within 2 % whatever the range.
 * Bucket bounds come from whole-number arithmetic: a logarithm may differ in its last bit between machines, and one
 * duration would then fall into another bucket. Counts can be taken back, which a sketch that merges buckets cannot.
 */
public final class LatencyHistogram {
    /** Durations beyond it count as it; no job lives that long. */
    static final long MAX_MILLIS = 400L * 24 * 3600 * 1000;

    /** Upper bounds, inclusive, in ms; bucket 0 holds 0. */
    private static final long[] BOUNDS = bounds();

    private final long[] counts = new long[BOUNDS.length];
    private long count;

    private static long[] bounds() {
        long[] bounds = new long[1_000];
        int size = 1;
        while (bounds[size - 1] < MAX_MILLIS) {
            long last = bounds[size - 1];
            bounds[size] = Math.max(last + 1, last + last * 4 / 100);
            size++;
        }
        return Arrays.copyOf(bounds, size);
    }

    /**
     * Counts a duration.
     *
     * @param millis the duration; a negative one counts as 0
     * @param times how often; negative takes it back
     */
    public void add(long millis, long times) {
        addToBucket(bucketOf(millis), times);
    }

    void addToBucket(int bucket, long times) {
        counts[bucket] += times;
        count += times;
    }

    void merge(LatencyHistogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        count += other.count;
    }

    public long count() {
        return count;
    }

    /** Number of buckets. */
    public static int buckets() {
        return BOUNDS.length;
    }

    public long countOf(int bucket) {
        return counts[bucket];
    }

    /** The largest duration of a bucket, in ms. */
    public static long boundOf(int bucket) {
        return BOUNDS[bucket];
    }

    public static int bucketOf(long millis) {
        int found = Arrays.binarySearch(BOUNDS, Math.max(0, Math.min(millis, MAX_MILLIS)));
        return found >= 0 ? found : -found - 1;
    }

    /**
     * The duration that a share of all does not exceed (nearest rank).
     *
     * @param percent 1 to 100
     * @return in ms, within 2 %; null when nothing was counted
     */
    public @Nullable Long percentile(int percent) {
        if (count <= 0) {
            return null;
        }
        long rank = Math.max(1, Math.ceilDiv(count * percent, 100L));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return middle(i);
            }
        }
        return middle(counts.length - 1);
    }

    public Percentiles percentiles() {
        return Percentiles.newBuilder()
                .setCount(count)
                .setP50Millis(percentile(50))
                .setP95Millis(percentile(95))
                .setP99Millis(percentile(99))
                .build();
    }

    private static long middle(int bucket) {
        return bucket == 0 ? 0 : (BOUNDS[bucket - 1] + 1 + BOUNDS[bucket]) / 2;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LatencyHistogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }
}
