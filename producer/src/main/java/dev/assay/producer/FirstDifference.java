package dev.assay.producer;

import dev.assay.schemas.SubmitChunk;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Finds the first line of an input that is not what a run was begun with. */
final class FirstDifference {
    private final NavigableMap<Long, SubmitChunk> chunks;
    private final long enqueued;

    /**
     * @param chunks the run's chunks whose fingerprints are still kept, by first ordinal
     * @param enqueued jobs of the run that are enqueued
     */
    FirstDifference(NavigableMap<Long, SubmitChunk> chunks, long enqueued) {
        this.chunks = chunks;
        this.enqueued = enqueued;
    }

    /**
     * Compares an input with it.
     *
     * @param reading a reading of the input from its start
     */
    SubmitOutcome.Mismatch in(String runId, JobReading reading) throws BadInputException {
        boolean gaps = false;
        for (long ordinal = 0; ordinal < enqueued; ordinal++) {
            ValidJob job = reading.next();
            if (job == null) {
                return new SubmitOutcome.Mismatch(
                        runId, 0, "the input has " + ordinal + " jobs, but the run has " + enqueued + " already");
            }
            Long print = fingerprint(ordinal);
            if (print == null) {
                gaps = true;
            } else if (print != job.fingerprint().first8()) {
                return new SubmitOutcome.Mismatch(
                        runId,
                        gaps ? 0 : job.line(),
                        gaps
                                ? "the first " + (ordinal + 1) + " jobs differ from those that the run was begun with"
                                : "line " + job.line() + " (" + ScorerRules.shortened(job.jobId())
                                        + ") is not the job that the run was begun with");
            }
        }
        ValidJob next = reading.next();
        if (next != null && !gaps) {
            return new SubmitOutcome.Mismatch(
                    runId,
                    next.line(),
                    "line " + next.line() + " is new: the run is complete with " + enqueued + " jobs");
        }
        return new SubmitOutcome.Mismatch(
                runId,
                0,
                "a line among the first " + enqueued
                        + " jobs differs from what the run was begun with; which one cannot"
                        + " be told, because the fingerprints have expired");
    }

    private @Nullable Long fingerprint(long ordinal) {
        Map.Entry<Long, SubmitChunk> chunk = chunks.floorEntry(ordinal);
        if (chunk == null) {
            return null;
        }
        ByteBuffer prints = chunk.getValue().getFingerprints();
        long index = ordinal - chunk.getKey();
        int at = prints.position() + Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, index * Long.BYTES));
        return at + Long.BYTES <= prints.limit() ? prints.getLong(at) : null;
    }
}
