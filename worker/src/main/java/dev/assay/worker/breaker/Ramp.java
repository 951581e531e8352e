package dev.assay.worker.breaker;

/**
 * How many calls a recovering model gets at once. In the configured steps it grows from a tenth to all of what was in
 * flight before; beyond that it doubles for as long as calls are still being turned away, since what waits may by then be
 * much more than what was in flight. It is over when a step at full height turned nobody away. A step in which too many
 * calls fail is taken back, so that a model that breaks under load is held just below that instead of broken again.
 */
final class Ramp {
    private static final double FIRST_SHARE = 0.1;
    /** Calls that a step must have seen fail before it is taken back. */
    private static final int FEWEST_FAILED = 2;

    private static final int MOST_IN_FLIGHT = 1 << 20;

    private final int target;
    private final int steps;
    private final long stepNanos;
    private final double worstShare;
    private int step;
    private long stepStart;
    private int calls;
    private int failed;
    private boolean turnedAway;

    /**
     * @param target calls in flight at its full height
     * @param worstShare share of failed calls from which a step is taken back
     */
    Ramp(int target, int steps, long stepNanos, double worstShare, long nowNanos) {
        this.target = target;
        this.steps = steps;
        this.stepNanos = stepNanos;
        this.worstShare = worstShare;
        this.stepStart = nowNanos;
    }

    int target() {
        return target;
    }

    /** Most calls in flight in this step. */
    int limit() {
        if (step >= steps) {
            int doublings = Math.min(step - steps + 1, 20);
            return (int) Math.min((long) target << doublings, MOST_IN_FLIGHT);
        }
        double share = steps == 1 ? 1 : FIRST_SHARE + (1 - FIRST_SHARE) * step / (steps - 1);
        return (int) Math.max(1, Math.round(share * target));
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
            boolean isBad = failed >= FEWEST_FAILED && failed >= worstShare * calls;
            boolean isTop = step >= steps - 1;
            if (isTop && !isBad && !turnedAway) {
                return true;
            }
            step = isBad ? Math.max(0, step - 1) : step + 1;
            stepStart += stepNanos;
            calls = 0;
            failed = 0;
            turnedAway = false;
        }
        return false;
    }

    /** From then until the step ends, at least 0. */
    long leftInStep(long nowNanos) {
        return Math.max(0, stepNanos - (nowNanos - stepStart));
    }

    @Override
    public String toString() {
        return "step " + (step + 1) + " of " + steps + ", at most " + limit() + " at once";
    }
}
