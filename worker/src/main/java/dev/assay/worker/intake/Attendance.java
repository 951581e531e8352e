package dev.assay.worker.intake;

import java.time.Duration;

/**
 * Watches whether a poll thread is at work: only then may jobs begin that stand ready, because others may have taken
 * them over from a worker that was frozen. Not thread-safe.
 */
final class Attendance {
    /** How long nothing may be heard of it: less than any session timeout. */
    static final Duration LAPSE = Duration.ofSeconds(2);

    /** The same after lapses in a row with no job begun between them: a cluster is slow that commits marks that late. */
    static final Duration LONGEST_LAPSE = Duration.ofSeconds(16);

    private long attendedNanos;
    private long lapseNanos = LAPSE.toNanos();

    Attendance(long nowNanos) {
        attendedNanos = nowNanos;
    }

    /**
     * Says that it is at work. A lapse doubles what the next may take until a job begins, or nothing ever would where
     * each commit of marks takes longer than that.
     *
     * @return whether it was not for too long
     */
    boolean attended(long nowNanos) {
        boolean lapsed = isLapsed(nowNanos);
        if (lapsed) {
            lapseNanos = Math.min(2 * lapseNanos, LONGEST_LAPSE.toNanos());
        }
        attendedNanos = nowNanos;
        return lapsed;
    }

    /** Whether nothing was heard of it for too long. */
    boolean isLapsed(long nowNanos) {
        return nowNanos - attendedNanos >= lapseNanos;
    }

    /** Says that a job began: the cluster is as quick as it has to be. */
    void jobBegan() {
        lapseNanos = LAPSE.toNanos();
    }
}
