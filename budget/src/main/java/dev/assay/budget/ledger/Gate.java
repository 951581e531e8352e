package dev.assay.budget.ledger;

import dev.assay.schemas.BudgetState;

/**
 * What a provider's complaint leaves open: nothing while the gate is closed, then half of what was, then more with
 * every two seconds until it is all again. A gate is only ever extended, and complaints while it is closed are of calls
 * that were under way, so they do not halve again.
 */
final class Gate {
    private static final double LEAST = 1.0 / 16;
    private static final double STEP = 0.05;
    private static final long STEP_MILLIS = 2_000;

    private long until;
    private double factor = 1;
    private long factorAt;

    void restore(BudgetState state) {
        until = state.getGateUntil().toEpochMilli();
        factor = state.getFactor();
        factorAt = state.getFactorAt().toEpochMilli();
    }

    boolean isClosed(long now) {
        return now < until;
    }

    long until() {
        return until;
    }

    /** Share of the limits that may be granted, 1 for all. */
    double factor(long now) {
        long steps = Math.max(0, now - factorAt) / STEP_MILLIS;
        return Math.min(1, factor + STEP * steps);
    }

    /** The factor of a gate that closes now, or is extended. */
    double factorOnClosing(long now) {
        return isClosed(now) ? factor : Math.max(LEAST, factor(now) / 2);
    }

    void close(long newUntil, double newFactor) {
        until = Math.max(until, newUntil);
        factor = newFactor;
        factorAt = until;
    }

    /** When more may be granted than now; {@link Long#MAX_VALUE} where that is all. */
    long nextStep(long now) {
        if (isClosed(now)) {
            return until;
        }
        return factor(now) >= 1
                ? Long.MAX_VALUE
                : factorAt + (Math.max(0, now - factorAt) / STEP_MILLIS + 1) * STEP_MILLIS;
    }

    /** Part of a whole limit that may be granted now, at least 1 of a limit that is not 0. */
    long part(long whole, long now) {
        double share = factor(now);
        return share >= 1 || whole == 0 ? whole : Math.max(1, (long) (whole * share));
    }

    boolean isWideOpen(long now) {
        return !isClosed(now) && factor(now) >= 1;
    }

    /** The same gate to write down: one that is wide open looks as if it had never been closed. */
    Gate asOf(long now) {
        return isWideOpen(now) ? new Gate() : this;
    }

    double writtenFactor() {
        return factor;
    }

    long factorAt() {
        return factorAt;
    }
}
