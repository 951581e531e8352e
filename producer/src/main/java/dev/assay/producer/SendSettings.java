package dev.assay.producer;

import org.jspecify.annotations.Nullable;

/**
 * How the jobs of a run are sent. It may differ from one submit of the run to the next.
 *
 * @param bound unfinished jobs that the lane may hold
 * @param whenFull what to do at the bound
 * @param chunkJobs jobs of one transaction at most
 * @param chunkBytes bytes of request bodies in one transaction at most, one job always being allowed
 * @param rate jobs a second at most; null for as fast as it goes
 */
public record SendSettings(
        long bound,
        WhenFull whenFull,
        int chunkJobs,
        int chunkBytes,
        @Nullable Double rate) {
    public static final SendSettings STANDARD = new SendSettings(100_000, WhenFull.fail(), 500, 4_000_000, null);

    public SendSettings {
        // A chunk of one job takes two offsets, the second for the transaction's marker.
        if (bound < 2) {
            throw new IllegalArgumentException("bound: " + bound + " (expected: >= 2)");
        }
        if (chunkJobs < 1 || chunkJobs > 10_000) {
            throw new IllegalArgumentException("chunk-jobs: " + chunkJobs + " (expected: 1 to 10000)");
        }
        if (chunkBytes < 1 || chunkBytes > 16_000_000) {
            throw new IllegalArgumentException("chunk-bytes: " + chunkBytes + " (expected: 1 to 16000000)");
        }
        if (rate != null && !(rate >= 0.1 && rate <= 1_000_000)) {
            throw new IllegalArgumentException("rate: " + rate + " (expected: 0.1 to 1000000 jobs a second)");
        }
    }

    /** Jobs of one transaction: with more than a second's jobs in each, a rate would come in bursts. */
    int chunkJobsAtRate() {
        return rate == null ? chunkJobs : (int) Math.clamp(Math.ceil(rate), 1, chunkJobs);
    }
}
