package dev.assay.producer;

import java.time.Duration;
import java.util.List;

/** How a submit ended. Whatever it is, submitting the same again goes on where this one stopped. */
public sealed interface SubmitOutcome {
    /** The run that was to be enqueued. */
    String runId();

    /**
     * Every job of the input is enqueued.
     *
     * @param jobs jobs of the run
     * @param added those of them that this submit enqueued; the others an earlier one did
     * @param repeated lines left out because an earlier line has the same id and content
     * @param skipped bad lines passed over
     */
    record Enqueued(String runId, long jobs, long added, long repeated, long skipped) implements SubmitOutcome {}

    /**
     * An earlier submit had enqueued all of the same input; nothing was enqueued.
     *
     * @param jobs jobs of the run
     */
    record AlreadyComplete(String runId, long jobs) implements SubmitOutcome {}

    /**
     * The lane holds as many unfinished jobs as it may.
     *
     * @param enqueued jobs of the run that are enqueued, by this submit and earlier ones
     * @param depth unfinished jobs of the lane
     * @param bound what they may be at most, as it was last read
     * @param retryAfter when there should be room, as the lane drained of late
     */
    record QueueFull(String runId, long enqueued, long depth, long bound, Duration retryAfter)
            implements SubmitOutcome {}

    /**
     * The input or the request cannot be enqueued. Where it is refused before the first job, as it is unless the input
     * changed while it was read, nothing was enqueued.
     *
     * @param problems what is wrong, at most {@link #MOST_PROBLEMS} of it
     * @param total how many problems there are
     */
    record Refused(String runId, List<Problem> problems, long total) implements SubmitOutcome {
        public static final int MOST_PROBLEMS = 100;

        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /**
     * The run was begun with another input or other settings; nothing was enqueued by this submit.
     *
     * @param line the first line that differs; 0 where settings differ or the line cannot be told any more
     * @param reason what differs
     */
    record Mismatch(String runId, long line, String reason) implements SubmitOutcome {}

    /**
     * Another submit of the same run took over and goes on.
     *
     * @param enqueued jobs of the run that were enqueued when this one last knew
     */
    record Superseded(String runId, long enqueued) implements SubmitOutcome {}

    /**
     * The calling thread was interrupted, or the producer closed.
     *
     * @param enqueued jobs of the run that were enqueued when this one last knew
     */
    record Stopped(String runId, long enqueued) implements SubmitOutcome {}

    /**
     * The cluster did not do its part.
     *
     * @param enqueued jobs of the run that were enqueued when this one last knew
     * @param reason what it said
     */
    record Unavailable(String runId, long enqueued, String reason) implements SubmitOutcome {}
}
