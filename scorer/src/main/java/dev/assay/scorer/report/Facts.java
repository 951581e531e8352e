package dev.assay.scorer.report;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.scorer.epochs.Samples;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the page's sections are made of.
 *
 * @param summary how the jobs came out: the numbers of the page
 * @param digest what was drawn from the scores: the charts of the page
 * @param evidence what the results tell about the jobs that are shown, by job
 * @param against the run compared with another; null where that was not asked for
 * @param samples what the samples of several epochs come to; null where every job is a sample of its own
 */
record Facts(
        String runId,
        @Nullable RunManifest manifest,
        @Nullable RunProgress progress,
        RunSummary summary,
        Digest digest,
        Map<String, Evidence> evidence,
        @Nullable Against against,
        @Nullable Samples samples,
        Instant madeAt) {
    private static final String NO_EXPECTATION = "no_expectation";

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

    /** Jobs that ended and were to be scored. */
    long toBeScored() {
        return summary.getFinished() - summary.getUnscored().getOrDefault(NO_EXPECTATION, 0L);
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
