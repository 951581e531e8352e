package dev.assay.worker.breaker;

/**
 * How many calls a recovering model gets at once. In even steps it grows from a tenth to all of what was in flight
 * before; beyond that by a quarter at a time for as long as calls are still being turned away, since what waits may by
 * then be much more than what was in flight. It is over when a step at full height turned nobody away. A step in which
 * too many calls fail is followed by a lower one, and from then on by one call more at a time, so that a model that breaks
 * under load is held about there instead of broken again.
 */
final class Ramp {
    private static final double FIRST_SHARE = 0.1;
    /** Growth of a step beyond full height. Failures under load come late; what grows faster has collapsed by then. */
    private static final double GROWTH = 1 / 4.0;

    private static final double CUT = 3 / 4.0;
    /** Calls that a step must have seen fail before it is cut. */
    private static final int FEWEST_FAILED = 2;

    private final int target;
    private final double rise;
    private final long stepNanos;
    private final double worstShare;
    private double height;
    private long stepStart;
    private int calls;
    private int failed;
    private boolean turnedAway;
    private int cuts;
    private long begin;

    /**
     * @param target calls in flight at its full height
     * @param steps from the first height to the full one
     * @param worstShare share of failed calls at which a step is cut
     */
    Ramp(int target, int steps, long stepNanos, double worstShare, long nowNanos) {
        this.target = target;
        this.stepNanos = stepNanos;
        this.worstShare = worstShare;
        this.stepStart = nowNanos;
        this.begin = nowNanos;
        height = steps == 1 ? target : FIRST_SHARE * target;
        rise = steps == 1 ? target : (1 - FIRST_SHARE) * target / (steps - 1);
    }

    int target() {
        return target;
    }

    /** Most calls in flight in this step. */
    int limit() {
        return (int) Math.max(1, Math.round(height));
    }

    /** How often it was cut. */
    int cuts() {
        return cuts;
    }

    /**
     * Whether a call that was let in then tells something of the present height. Those from before a cut fail because
     * there were too many, long after there are no more.
     */
    boolean isOfNow(long enteredNanos) {
        return enteredNanos - begin >= 0;
    }

    /** Notes that a call was refused because the step is full. */
    void turnAway() {
        turnedAway = true;
    }

    void count(boolean isFailed) {
        calls++;
        failed += isFailed ? 1 : 0;
    }

    /** Goes on to the step of that time; whether the ramp is over. */
    boolean advance(long nowNanos) {
        while (nowNanos - stepStart >= stepNanos) {
            stepStart += stepNanos;
            boolean isFull = limit() >= target;
            if (failed >= FEWEST_FAILED && failed >= worstShare * calls) {
                height *= CUT;
                cuts++;
                begin = nowNanos;
            } else if (!isFull) {
                height = Math.min(height + rise, target);
            } else if (!turnedAway) {
                return true;
            } else if (calls >= limit()) {
                height += cuts > 0 ? 1 : Math.max(1, height * GROWTH);
            } else {
                // Heights that are not known are not climbed on the word of the few calls that were first to end.
                continue;
            }
            calls = 0;
            failed = 0;
            turnedAway = false;
        }
        return false;
    }

    @Override
    public String toString() {
        return "at most " + limit() + " at once on the way to " + target;
    }
}
