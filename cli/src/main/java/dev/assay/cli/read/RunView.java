package dev.assay.cli.read;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.ScoreSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the runs topic says of one run.
 *
 * @param runId the run
 * @param manifest what was asked for; null where it is not there (a summary can outlive it)
 * @param progress how far the submit has come; null before its first chunk
 * @param summary how its jobs came out; null before the first result
 * @param scoreSets scores made of its results later on, by name
 */
public record RunView(
        String runId,
        @Nullable RunManifest manifest,
        @Nullable RunProgress progress,
        @Nullable RunSummary summary,
        List<ScoreSet> scoreSets) {
    public RunView {
        scoreSets = List.copyOf(scoreSets);
    }

    /** A run without score sets. */
    public RunView(
            String runId,
            @Nullable RunManifest manifest,
            @Nullable RunProgress progress,
            @Nullable RunSummary summary) {
        this(runId, manifest, progress, summary, List.of());
    }

    /** How far a run is. */
    public enum State {
        /** Jobs are still being enqueued, or the submit stopped before its end. */
        SUBMITTING,
        /** Everything is enqueued, not everything has ended. */
        RUNNING,
        /** Every job has ended and is in the summary. */
        OVER
    }

    /** The score set of that name. */
    public Optional<ScoreSet> scoreSet(String name) {
        return scoreSets.stream().filter(set -> set.getName().equals(name)).findFirst();
    }

    /** The run as it stands under other scores. */
    public RunView under(ScoreSet set) {
        return new RunView(runId, manifest, progress, set.getSummary(), scoreSets);
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
