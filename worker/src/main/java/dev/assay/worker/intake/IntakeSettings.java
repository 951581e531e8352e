package dev.assay.worker.intake;

import java.time.Duration;

/**
 * What one lane's intake is told.
 *
 * @param lane the lane's name
 * @param topic the lane's topic
 * @param group the consumer group of the lane's workers
 * @param transactionalId id of the settling transactions, of this worker process alone
 * @param maxInHand most jobs of the lane in hand at once
 * @param settleInterval longest time that a finished job waits to be settled
 * @param settleJobs number of finished jobs that are settled at once without waiting
 * @param drainGrace how long jobs in hand may go on when their partition is revoked
 */
public record IntakeSettings(
        String lane,
        String topic,
        String group,
        String transactionalId,
        int maxInHand,
        Duration settleInterval,
        int settleJobs,
        Duration drainGrace) {}
