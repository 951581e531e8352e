package dev.assay.scorer.fold;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import org.jspecify.annotations.Nullable;

/**
 * The counts and sums of a run's scores. Adding and taking back in any order comes to the same: every number in it is
 * a whole number or an exact decimal. Only {@code updatedAt} is a maximum, which stays. For one thread.
 *
 * <p>It counts what it is given: that a job is counted once is up to the caller.
 */
public final class RunTally {
    static final int MODELS_KEPT = 100;

    final EnumCounts<Outcome> outcomes = new EnumCounts<>(Outcome.class);
    final EnumCounts<JobStatus> statuses = new EnumCounts<>(JobStatus.class);
    final EnumCounts<FailureKind> failures = new EnumCounts<>(FailureKind.class);
    final EnumCounts<FailureKind> fallbacks = new EnumCounts<>(FailureKind.class);
    final BoundedCounts unscored = new BoundedCounts(MODELS_KEPT);
    final BoundedCounts models = new BoundedCounts(MODELS_KEPT);
    final BoundedScorers scorers = new BoundedScorers(MODELS_KEPT);
    final LatencyHistogram callTime = new LatencyHistogram();
    final LatencyHistogram turnaround = new LatencyHistogram();
    final TallySums sums = new TallySums();
    final SliceTallies slices = new SliceTallies();

    /** Counts a score. */
    public void add(Score score) {
        add(Counted.of(score));
    }

    /** Takes back a score that was counted. */
    public void subtract(Score score) {
        subtract(Counted.of(score));
    }

    public void add(Counted counted) {
        count(counted, 1);
        sums.atMillis = Math.max(sums.atMillis, counted.atMillis());
    }

    public void subtract(Counted counted) {
        count(counted, -1);
    }

    /** Counts all that the other one has counted. */
    public void merge(RunTally other) {
        outcomes.merge(other.outcomes);
        statuses.merge(other.statuses);
        failures.merge(other.failures);
        fallbacks.merge(other.fallbacks);
        unscored.merge(other.unscored);
        models.merge(other.models);
        scorers.merge(other.scorers);
        callTime.merge(other.callTime);
        turnaround.merge(other.turnaround);
        sums.merge(other.sums);
        slices.merge(other.slices);
    }

    /** Jobs that reached an outcome. */
    public long finished() {
        return outcomes.sum();
    }

    public long countOf(Outcome outcome) {
        return outcomes.of(outcome);
    }

    public LatencyHistogram callTime() {
        return callTime;
    }

    public LatencyHistogram turnaround() {
        return turnaround;
    }

    private void count(Counted counted, long times) {
        outcomes.add(counted.outcome(), times);
        statuses.add(counted.status(), times);
        if (counted.failureKind() != null) {
            failures.add(counted.failureKind(), times);
        }
        if (counted.fallbackReason() != null) {
            fallbacks.add(counted.fallbackReason(), times);
        }
        if (counted.unscoredReason() != null) {
            unscored.add(counted.unscoredReason(), times);
        }
        if (counted.model() != null) {
            models.add(counted.model(), times);
        }
        for (Counted.Part part : counted.parts()) {
            scorers.add(part, times);
        }
        if (counted.attempts() > 0) {
            callTime.add(counted.callMillis(), times);
        }
        turnaround.add(counted.turnaroundMillis(), times);
        sums.count(counted, times);
        slices.count(counted, times);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunTally that
                && outcomes.equals(that.outcomes)
                && statuses.equals(that.statuses)
                && failures.equals(that.failures)
                && fallbacks.equals(that.fallbacks)
                && unscored.equals(that.unscored)
                && models.equals(that.models)
                && scorers.equals(that.scorers)
                && callTime.equals(that.callTime)
                && turnaround.equals(that.turnaround)
                && sums.equals(that.sums)
                && slices.equals(that.slices);
    }

    @Override
    public int hashCode() {
        return sums.hashCode();
    }
}
