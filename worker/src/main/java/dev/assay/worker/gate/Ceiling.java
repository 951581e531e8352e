package dev.assay.worker.gate;

/**
 * The ceiling on calls at once of one model, there only after the provider refused one for their number. It is halved
 * once a round: a call that began before the last halving tells nothing new. Not thread-safe.
 */
final class Ceiling {
    private static final int NONE = Integer.MAX_VALUE;
    /** Below as many calls at once a ceiling is kept. */
    private static final int LEAST_BEFORE = 8;

    private int inFlight;
    private int most = NONE;
    private int before;
    private int letIn;
    private long round;

    boolean isFull() {
        return inFlight >= most;
    }

    /** Counts a call in, and tells its round. */
    long enter() {
        inFlight++;
        return round;
    }

    /** A call is over that says nothing of its number. */
    void left() {
        inFlight--;
    }

    /**
     * A call is over that was let in; as many as the ceiling raise it by one, where the ceiling was reached: calls that
     * had room tell nothing of how many would be too many.
     */
    void letIn() {
        boolean wasFull = isFull();
        inFlight--;
        if (most == NONE || !wasFull) {
            return;
        }
        letIn++;
        if (letIn >= most) {
            letIn = 0;
            most++;
        }
        if (most > before) {
            most = NONE;
        }
    }

    /** A call is over that was one too many. */
    void tooMany(long ofRound) {
        int had = inFlight;
        inFlight--;
        if (ofRound != round) {
            return;
        }
        if (most == NONE) {
            before = Math.max(had, LEAST_BEFORE);
        }
        most = Math.max(1, Math.min(most, had) / 2);
        letIn = 0;
        round++;
    }

    /** The ceiling now; empty bounds are the largest number. */
    int most() {
        return most;
    }
}
