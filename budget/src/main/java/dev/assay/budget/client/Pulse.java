package dev.assay.budget.client;

/**
 * Whether the thread that reads the journal runs steadily. After a lapse (the process was frozen, or the machine had no
 * time for it) what it reads may be old, whatever the clock says, until it has come to the end of the journal twice: the
 * first end may be one that was asked for before the lapse. Not thread-safe.
 */
final class Pulse {
    private static final int ROUNDS = 2;

    private final long lapseNanos;
    private long last;
    private int doubtful = ROUNDS;

    /** @param lapseNanos a round takes no longer, if all is well */
    Pulse(long lapseNanos, long nowNanos) {
        this.lapseNanos = lapseNanos;
        this.last = nowNanos;
    }

    /** Something was read. */
    void beat(long nowNanos) {
        if (nowNanos - last > lapseNanos) {
            doubtful = ROUNDS;
        }
        last = nowNanos;
    }

    /** A round is over. */
    void round(boolean isAtEnd, long nowNanos) {
        beat(nowNanos);
        if (isAtEnd && doubtful > 0) {
            doubtful--;
        }
    }

    boolean isSteady() {
        return doubtful == 0;
    }
}
