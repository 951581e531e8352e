package dev.assay.cli.read;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the runs topic says of one run.
 *
 * @param runId the run
 * @param manifest what was asked for; null where it is not there (a summary can outlive it)
 * @param progress how far the submit has come; null before its first chunk
 * @param summary how its jobs came out; null before the first result
 */
public record RunView(
        String runId,
        @Nullable RunManifest manifest,
        @Nullable RunProgress progress,
        @Nullable RunSummary summary) {

    /** How far a run is. */
    public enum State {
        /** Jobs are still being enqueued, or the submit stopped before its end. */
        SUBMITTING,
        /** Everything is enqueued, not everything has ended. */
        RUNNING,
        /** Every job has ended and is in the summary. */
        OVER
    }

    public State state() {
        boolean isComplete = progress == null ? summary != null && summary.getSubmitComplete() : progress.getComplete();
        if (!isComplete) {
            return State.SUBMITTING;
        }
        return finished() >= enqueued() ? State.OVER : State.RUNNING;
    }

    /** Jobs enqueued, as the submit says; where there was none, as in offline scoring, as the summary does. */
    public long enqueued() {
        if (progress != null) {
            return progress.getEnqueued();
        }
        return summary == null ? 0 : summary.getEnqueued();
    }

    /** Jobs that the summary counts. */
    public long finished() {
        return summary == null ? 0 : summary.getFinished();
    }

    public long outcome(Outcome outcome) {
        return outcomes().getOrDefault(outcome.name(), 0L);
    }

    public Map<String, Long> outcomes() {
        return summary == null ? Map.of() : summary.getOutcomes();
    }
}
