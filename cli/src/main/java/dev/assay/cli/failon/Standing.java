package dev.assay.cli.failon;

import dev.assay.cli.terminal.Figures;
import org.jspecify.annotations.Nullable;

/**
 * How a run stands to a threshold.
 *
 * @param count jobs that it counts
 * @param of jobs that they are a share of
 * @param holds whether the run keeps to it
 */
public record Standing(Threshold threshold, long count, long of, boolean holds) {
    /** The share; null of nothing. */
    public @Nullable Double share() {
        return of == 0 ? null : (double) count / of;
    }

    @Override
    public String toString() {
        Double share = share();
        return threshold.measure().label() + " " + (share == null ? "-" : Figures.percent(share)) + ", "
                + Figures.count(count) + " of " + Figures.count(of) + " "
                + threshold.measure().denominator() + " ("
                + (threshold.isFloor() ? "at least " : "at most ") + threshold.text() + ")";
    }
}
