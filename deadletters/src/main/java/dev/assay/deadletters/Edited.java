package dev.assay.deadletters;

import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job with what was changed of it.
 *
 * @param job the job as it shall be, but for its times
 * @param edits what was changed; empty for nothing
 * @param deadline the deadline that was given; null for none
 * @param maxAge the time after its enqueueing that was given instead; null for none
 */
record Edited(
        Job job,
        List<Ancestor.Edit> edits,
        @Nullable Instant deadline,
        @Nullable Duration maxAge) {
    /** What is further ahead is damage. */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    Edited {
        edits = List.copyOf(edits);
    }

    /** A job as it is. */
    static Edited unchanged(Job job) {
        return new Edited(job, List.of(), null, null);
    }

    /** Its deadline when it is enqueued at a moment: as far ahead as it was at first, where none was given. */
    Instant deadlineFrom(Instant now) {
        if (deadline != null) {
            return deadline;
        }
        if (maxAge != null) {
            return now.plus(maxAge);
        }
        Duration before = before();
        boolean isUsable = before.isPositive() && before.compareTo(LONGEST) <= 0;
        return now.plus(isUsable ? before : LaneDefaults.of(job.getLane()).maxAge());
    }

    private Duration before() {
        try {
            return Duration.between(job.getEnqueuedAt(), job.getDeadline());
        } catch (ArithmeticException e) {
            return Duration.ZERO;
        }
    }
}
