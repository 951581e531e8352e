package dev.assay.cli.chaos;

import dev.assay.cli.read.Verification;
import java.time.Instant;
import java.util.List;

/**
 * What a chaos run left behind, as the provider and the topics tell it. Nothing in it comes from a counter of the
 * services that were hit.
 *
 * @param jobs ids of the jobs in the job file
 * @param enqueued jobs that the submit says are enqueued
 * @param isSubmitComplete whether it says that these are all
 * @param results every committed result
 * @param scores every committed score
 * @param chunks every committed step of the submit
 * @param letters every dead letter, in words
 * @param calls every call that the provider saw
 * @param faults the faults as they were done, in order
 * @param ended processes that ended by themselves
 * @param verification whether the run adds up
 */
record ChaosEvidence(
        List<String> jobs,
        long enqueued,
        boolean isSubmitComplete,
        List<ResultSeen> results,
        List<ScoreSeen> scores,
        List<ChunkSeen> chunks,
        List<String> letters,
        List<CallSeen> calls,
        List<FaultDone> faults,
        List<Ended> ended,
        Verification verification) {
    ChaosEvidence {
        jobs = List.copyOf(jobs);
        results = List.copyOf(results);
        scores = List.copyOf(scores);
        chunks = List.copyOf(chunks);
        letters = List.copyOf(letters);
        calls = List.copyOf(calls);
        faults = List.copyOf(faults);
        ended = List.copyOf(ended);
    }

    /**
     * A committed result.
     *
     * @param process the worker process that wrote it
     * @param writtenAt when that process wrote it, before its transaction was committed
     * @param seenNanos when it had been committed and was read, monotonic
     */
    record ResultSeen(String job, int generation, String process, Instant writtenAt, long seenNanos) {}

    /** A committed score. */
    record ScoreSeen(String job, int generation, long seenNanos) {}

    /**
     * A committed step of the submit.
     *
     * @param madeAt when the submitter made it
     * @param enqueued jobs enqueued with it
     */
    record ChunkSeen(Instant madeAt, long enqueued, long seenNanos) {}

    /**
     * A call as the provider saw it.
     *
     * @param process the worker process that made it
     * @param at when it arrived
     */
    record CallSeen(long number, String job, String process, Instant at) {}
}
