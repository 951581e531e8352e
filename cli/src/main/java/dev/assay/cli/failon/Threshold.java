package dev.assay.cli.failon;

import dev.assay.schemas.RunSummary;

/**
 * A bound on one measure.
 *
 * @param measure what is bounded
 * @param isFloor whether the run fails below it; else it fails above
 * @param text the bound as it was given, such as {@code 5%} or {@code 3}
 * @param bound the bound: a share of 1 where {@code isShare}, else jobs
 * @param isShare whether it bounds the share and not the count
 */
public record Threshold(Measure measure, boolean isFloor, String text, double bound, boolean isShare) {
    /** Shares that a bound is compared with are exact but for the division. */
    private static final double ROUNDING = 1e-12;

    /** How a run stands to the bound; a floor under nothing at all does not hold, a ceiling over nothing does. */
    Standing of(RunSummary summary) {
        long count = measure.count(summary);
        long of = measure.of(summary);
        double measured = isShare ? (of == 0 ? 0 : (double) count / of) : count;
        boolean holds = isFloor ? (of > 0 || !isShare) && measured >= bound - ROUNDING : measured <= bound + ROUNDING;
        return new Standing(this, count, of, holds);
    }
}
