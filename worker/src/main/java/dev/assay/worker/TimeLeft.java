package dev.assay.worker;

import dev.assay.schemas.Job;
import java.time.Duration;
import java.time.Instant;

/**
 * How much of a job's time is left. A job that was enqueued in this host's future shows that this host's clock is
 * behind the submitter's; its time then counts from the enqueueing, so that no job gets less than it was given.
 */
final class TimeLeft {
    /** Monotonic time is told in nanoseconds, of which a long holds 292 years. */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private TimeLeft() {}

    /** Zero or negative when the deadline is over; ten years where it is later than that. */
    static Duration of(Job job, Instant now) {
        Instant from = job.getEnqueuedAt().isAfter(now) ? job.getEnqueuedAt() : now;
        Duration left = Duration.between(from, job.getDeadline());
        return left.compareTo(LONGEST) < 0 ? left : LONGEST;
    }

    /** From enqueueing to the delivery's start; zero where the clocks disagree. */
    static Duration queueWait(Job job, Instant startedAt) {
        Duration wait = Duration.between(job.getEnqueuedAt(), startedAt);
        return wait.isNegative() ? Duration.ZERO : wait;
    }
}
