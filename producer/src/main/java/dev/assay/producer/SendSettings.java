package dev.assay.producer;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the jobs of a run are sent. It may differ from one submit of the run to the next.
 *
 * @param ownBound unfinished jobs that the lane may hold at most as far as this submit is concerned; null for no word on
 *     it
 * @param whenFull what to do at the bound
 * @param chunkJobs jobs of one transaction at most
 * @param chunkBytes bytes of request bodies in one transaction at most, one job always being allowed
 * @param rate jobs a second at most; null for as fast as it goes
 */
public record SendSettings(
        @Nullable Long ownBound,
        WhenFull whenFull,
        int chunkJobs,
        int chunkBytes,
        @Nullable Double rate) {
    /** What holds where neither the lane nor the submit states a bound. */
    public static final long STANDARD_BOUND = 100_000;

    /** Chunks of a run at least, where it has enough jobs for that many {@link #SMALL_CHUNK}s. */
    private static final int LEAST_CHUNKS = 8;

    private static final int SMALL_CHUNK = 25;

    public static final SendSettings STANDARD = new SendSettings(null, WhenFull.fail(), 500, 4_000_000, null);

    public SendSettings {
        // A chunk of one job takes two offsets, the second for the transaction's marker.
        if (ownBound != null && ownBound < 2) {
            throw new IllegalArgumentException("bound: " + ownBound + " (expected: >= 2)");
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

    /** The bound of a lane that has none of its own. */
    public long bound() {
        return Objects.requireNonNullElse(ownBound, STANDARD_BOUND);
    }

    /**
     * The bound: the stricter of what is said.
     *
     * @param ofLane the lane's own; null where it has none
     */
    long boundWith(@Nullable Long ofLane) {
        if (ofLane == null) {
            return bound();
        }
        return Math.max(0, ownBound == null ? ofLane : Math.min(ofLane, ownBound));
    }

    /**
     * Jobs of one transaction. A chunk goes to one partition, and so to one worker: a small run is cut into several, or
     * the other workers would have nothing of it. With more than a second's jobs in each, a rate would come in bursts.
     *
     * @param jobs jobs of the run
     */
    int chunkJobsOf(long jobs) {
        long spread = Math.max(Math.ceilDiv(jobs, LEAST_CHUNKS), SMALL_CHUNK);
        int most = (int) Math.min(chunkJobs, spread);
        return rate == null ? most : (int) Math.clamp(Math.ceil(rate), 1, most);
    }
}
