package dev.assay.scorer.report;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the page's sections are made of.
 *
 * @param summary how the jobs came out: the numbers of the page
 * @param digest what was drawn from the scores: the charts of the page
 * @param evidence what the results tell about the jobs that are shown, by job
 */
record Facts(
        String runId,
        @Nullable RunManifest manifest,
        @Nullable RunProgress progress,
        RunSummary summary,
        Digest digest,
        Map<String, Evidence> evidence,
        Instant madeAt) {

    /** Whether anything tells how many jobs were enqueued; offline scoring knows no queue. */
    boolean knowsEnqueued() {
        return progress != null || summary.getEnqueued() > 0;
    }

    /** Jobs enqueued; the summary may be a moment behind the submit. */
    long enqueued() {
        return progress == null ? summary.getEnqueued() : Math.max(progress.getEnqueued(), summary.getEnqueued());
    }

    /** The jobs that every share is of: those enqueued, or those that ended where nothing tells of a queue. */
    long total() {
        return knowsEnqueued() ? Math.max(enqueued(), summary.getFinished()) : summary.getFinished();
    }

    long unfinished() {
        return Math.max(0, total() - summary.getFinished());
    }

    /** Whether there is anything to show but the run itself. */
    boolean hasEnded() {
        return summary.getFinished() > 0 || digest.jobs() > 0;
    }

    boolean isSubmitted() {
        return progress == null || progress.getComplete();
    }

    boolean isOver() {
        return isSubmitted() && unfinished() == 0;
    }

    long outcome(Outcome outcome) {
        return summary.getOutcomes().getOrDefault(outcome.name(), 0L);
    }

    /** Jobs by band; scored ones are divided by the summary's own count. */
    long count(Band band) {
        return switch (band) {
            case PASSED -> summary.getPassed();
            case MISSED -> summary.getScored() - summary.getPassed();
            default -> outcome(band.outcome());
        };
    }

    /** Jobs whose calls worked, whatever the answer is worth. */
    long technicallyFine() {
        return status(JobStatus.SUCCEEDED) + status(JobStatus.FALLBACK) + status(JobStatus.UNANSWERED);
    }

    long status(JobStatus status) {
        return summary.getStatuses().getOrDefault(status.name(), 0L);
    }

    /** "4,210 of 5,000 jobs". */
    String scoredOfTotal() {
        return Figures.count(summary.getScored()) + " of " + Figures.counted(total(), "job");
    }
}
