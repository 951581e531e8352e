package dev.assay.scorer.report;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.scorer.fold.Wilson;
import org.jspecify.annotations.Nullable;

/** How one part of a run came out. Values are summed in billionths, so that the order does not show. */
final class Slice {
    private long jobs;
    private long scored;
    private long passed;
    private long valueNanos;

    void add(Score score) {
        jobs++;
        Double value = score.getValue();
        if (score.getOutcome() == Outcome.SCORED && value != null) {
            scored++;
            passed += Boolean.TRUE.equals(score.getPassed()) ? 1 : 0;
            valueNanos += Math.round(value * 1e9);
        }
    }

    void merge(Slice other) {
        jobs += other.jobs;
        scored += other.scored;
        passed += other.passed;
        valueNanos += other.valueNanos;
    }

    long jobs() {
        return jobs;
    }

    long scored() {
        return scored;
    }

    @Nullable
    Double passRate() {
        return scored == 0 ? null : (double) passed / scored;
    }

    @Nullable
    Double mean() {
        return scored == 0 ? null : valueNanos / 1e9 / scored;
    }

    /** The 95 % interval of the pass rate; null where nothing was scored. */
    @Nullable
    Wilson interval() {
        return scored == 0 ? null : Wilson.of(passed, scored);
    }
}
