package dev.assay.worker.intake;

import java.util.Arrays;

/**
 * How many handlers may run beyond the call slots where each asks the ledger before its call: as many as handlers end in
 * the time that this takes. Without them a slot would idle while the ledger is asked. Where calls are long hardly any ends
 * in that time, and none starts early: a grant is good for less than a second. Not thread-safe.
 */
final class HeadStart {
    /** What asking takes on a crowded machine, in nanoseconds. */
    private static final long ASKING = 50_000_000;

    /** Ends of so many stretches of that length count. */
    private static final int STRETCHES = 10;

    private final int most;
    private final int[] ends = new int[STRETCHES];
    private long stretch;
    private int sum;

    /** @param calls the call slots; a quarter of them start early at most */
    HeadStart(int calls) {
        this.most = calls / 4;
    }

    /** One of no worker: nobody asks. */
    static HeadStart none() {
        return new HeadStart(0);
    }

    /** Notes that a handler ended. */
    void ended(long nowNanos) {
        passTo(nowNanos);
        ends[index(stretch)]++;
        sum++;
    }

    /** How many may run beyond the slots now. */
    int handlers(long nowNanos) {
        passTo(nowNanos);
        return Math.min(most, sum / STRETCHES);
    }

    private void passTo(long nowNanos) {
        long now = Math.floorDiv(nowNanos, ASKING);
        if (now - stretch >= STRETCHES || now < stretch) {
            Arrays.fill(ends, 0);
            sum = 0;
            stretch = now;
        }
        while (stretch < now) {
            stretch++;
            sum -= ends[index(stretch)];
            ends[index(stretch)] = 0;
        }
    }

    private static int index(long stretch) {
        return (int) Math.floorMod(stretch, (long) STRETCHES);
    }
}
