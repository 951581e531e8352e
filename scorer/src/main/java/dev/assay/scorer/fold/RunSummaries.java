package dev.assay.scorer.fold;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.TokenUsage;
import dev.assay.scorer.scoring.UnscoredReason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a run's summary of what was counted. A mean over nothing is null, never 0. */
public final class RunSummaries {
    private RunSummaries() {}

    /**
     * The summary.
     *
     * @param runId the run
     * @param tally its scores, each job once
     * @param progress how far its submit has come; empty counts as nothing enqueued yet
     */
    public static RunSummary of(String runId, RunTally tally, Optional<RunProgress> progress) {
        long enqueued = progress.map(RunProgress::getEnqueued).orElse(0L);
        long progressAt =
                progress.map(seen -> seen.getUpdatedAt().toEpochMilli()).orElse(0L);
        long scored = tally.outcomes.of(Outcome.SCORED);
        TallySums sums = tally.sums;
        Wilson interval = scored == 0 ? null : Wilson.of(sums.passed, scored);
        return RunSummary.newBuilder()
                .setRunId(runId)
                .setEnqueued(enqueued)
                .setSubmitComplete(progress.map(RunProgress::getComplete).orElse(false))
                .setOutcomes(tally.outcomes.byName())
                .setStatuses(tally.statuses.byName())
                .setFinished(tally.finished())
                .setRemainder(enqueued - tally.finished())
                .setScored(scored)
                .setPassed(sums.passed)
                .setMean(mean(sums.valueNanos, scored))
                .setPassRate(scored == 0 ? null : (double) sums.passed / scored)
                .setPassRateLow(interval == null ? null : interval.low())
                .setPassRateHigh(interval == null ? null : interval.high())
                .setUnscored(tally.unscored.byName())
                .setFailures(tally.failures.byName())
                .setFallbacks(tally.fallbacks.byName())
                .setModels(tally.models.byName())
                .setModelDrift(sums.drift)
                .setScorers(tally.scorers.summaries())
                .setAttempts(sums.attempts)
                .setUsage(new TokenUsage(sums.input, sums.cachedInput, sums.output, sums.reasoning))
                .setCost(sums.costKnown == 0 ? null : sums.cost)
                .setCostUnknown(sums.costUnknown)
                .setCallTime(tally.callTime.percentiles())
                .setTurnaround(tally.turnaround.percentiles())
                .setSlices(tally.slices.summaries())
                .setConservativeRate(conservativeRate(tally))
                .setUpdatedAt(Instant.ofEpochMilli(Math.max(sums.atMillis, progressAt)))
                .build();
    }

    /**
     * The pass rate with every job that was to be scored and has no value counted as not passed. A cancelled job was not
     * to be scored any more, one without an expectation never. Whether a job that ended earlier had one is not known: it
     * counts as one that did, except where nothing was scored and those that were answered had none.
     */
    private static @Nullable Double conservativeRate(RunTally tally) {
        long unasked = tally.unscored.byName().getOrDefault(UnscoredReason.NO_EXPECTATION.code(), 0L);
        long toBeScored = tally.finished() - tally.outcomes.of(Outcome.CANCELLED) - unasked;
        boolean isUnscoredRun = unasked > 0 && tally.outcomes.of(Outcome.SCORED) == 0;
        return toBeScored <= 0 || isUnscoredRun ? null : (double) tally.sums.passed / toBeScored;
    }

    static @Nullable Double mean(long valueNanos, long n) {
        return n == 0 ? null : valueNanos / 1e9 / n;
    }
}
