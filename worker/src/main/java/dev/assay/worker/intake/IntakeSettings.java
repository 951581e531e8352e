package dev.assay.worker.intake;

import dev.assay.schemas.topics.Horizon;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one lane's intake is told.
 *
 * @param lane the lane's name
 * @param topics the names of topics and groups
 * @param transactionalId id of the settling transactions, of this worker process alone
 * @param maxInFlight most calls of the lane at once
 * @param settleInterval longest time that a finished job waits to be settled
 * @param settleJobs number of finished jobs that are settled without waiting
 * @param drainGrace how long jobs in hand may go on when their partition is revoked
 * @param pollLimit longest time from one poll to the next before the group gives the partitions to others; longer than
 *     the grace, for no poll happens while partitions are let go. null for a limit that follows from the grace
 */
public record IntakeSettings(
        String lane,
        Topics topics,
        String transactionalId,
        int maxInFlight,
        Duration settleInterval,
        int settleJobs,
        Duration drainGrace,
        @Nullable Duration pollLimit) {
    /** What may go on beside the grace while partitions are revoked: cutting, settling, a commit in doubt. */
    private static final Duration REVOKE_MARGIN = Duration.ofMinutes(2);

    private static final Duration SHORTEST_POLL_LIMIT = Duration.ofMinutes(5);

    /** The poll limit in force. */
    Duration longestBetweenPolls() {
        if (pollLimit != null) {
            return pollLimit;
        }
        Duration ofGrace = drainGrace.plus(REVOKE_MARGIN);
        return ofGrace.compareTo(SHORTEST_POLL_LIMIT) > 0 ? ofGrace : SHORTEST_POLL_LIMIT;
    }

    /**
     * How many finished jobs are settled without waiting: as many as are told, or fewer where they would soon hold all
     * the places that there are beside the slots.
     */
    int settleAtOnce() {
        return Math.min(settleJobs, Math.max(1, Slots.spare(maxInFlight) / 4));
    }

    /** The lane's own topic. */
    String topic() {
        return topics.jobs(lane);
    }

    /** The topics of the lane's parked jobs. */
    List<String> parkedTopics() {
        List<String> names = new ArrayList<>();
        for (Horizon horizon : Horizon.values()) {
            names.add(topics.parked(lane, horizon));
        }
        return names;
    }

    /** The consumer group of the lane's workers. */
    String group() {
        return topics.workerGroup(lane);
    }

    /** The group in which they read what is parked. */
    String parkedGroup() {
        return topics.parkedGroup(lane);
    }
}
