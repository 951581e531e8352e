package dev.assay.scorer.report;

/** The distribution of the values 0 to 1 in steps of 0.05, and whether any value lies between 0 and 1 at all. */
final class ValueBins {
    static final int BINS = 20;

    private final long[] passed = new long[BINS];
    private final long[] missed = new long[BINS];
    private long zeros;
    private long ones;
    private long count;

    /**
     * Counts a value.
     *
     * @param value 0 to 1
     * @param isPassed whether the job passed
     */
    void add(double value, boolean isPassed) {
        int bin = (int) Math.max(0, Math.min(BINS - 1, Math.floor(value * BINS)));
        (isPassed ? passed : missed)[bin]++;
        zeros += value <= 0 ? 1 : 0;
        ones += value >= 1 ? 1 : 0;
        count++;
    }

    long count() {
        return count;
    }

    /** Whether there is a value other than 0 and 1. */
    boolean isGraded() {
        return zeros + ones < count;
    }

    long zeros() {
        return zeros;
    }

    long ones() {
        return ones;
    }

    long passed(int bin) {
        return passed[bin];
    }

    long missed(int bin) {
        return missed[bin];
    }
}
