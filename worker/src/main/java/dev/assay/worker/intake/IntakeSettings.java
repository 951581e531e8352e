package dev.assay.worker.intake;

import dev.assay.schemas.topics.Horizon;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
 */
public record IntakeSettings(
        String lane,
        Topics topics,
        String transactionalId,
        int maxInFlight,
        Duration settleInterval,
        int settleJobs,
        Duration drainGrace) {
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
