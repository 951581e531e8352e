package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.worker.intake.LaneConsumers.GroupOffsets;
import dev.assay.worker.meters.LaneMeters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what jobs came to and settles it. A finished job is held, with its place, until the transaction that it is in
 * has committed; an aborted one is sent again.
 */
final class Finisher {
    private static final Logger LOG = LoggerFactory.getLogger(Finisher.class);
    /** Pause before records are offered again that the cluster refused even in their smallest form. */
    private static final Duration REFUSED_PAUSE = Duration.ofSeconds(10);

    private final Settler settler;
    private final Partitions partitions;
    private final Waiting waiting;
    private final Starter starter;
    private final SettlePace pace;
    private final Function<Map<TopicPartition, OffsetAndMetadata>, List<GroupOffsets>> byGroup;
    private final LaneMeters meters;
    private final Clock clock;

    private final List<Work> finished = new ArrayList<>();
    private final Retries<Work> refused = new Retries<>();
    private Map<LanePartition, Settlement> proposed = Map.of();
    private List<Work> batch = List.of();

    Finisher(
            Settler settler,
            Partitions partitions,
            Waiting waiting,
            Starter starter,
            SettlePace pace,
            Function<Map<TopicPartition, OffsetAndMetadata>, List<GroupOffsets>> byGroup,
            LaneMeters meters,
            Clock clock) {
        this.settler = settler;
        this.partitions = partitions;
        this.waiting = waiting;
        this.starter = starter;
        this.pace = pace;
        this.byGroup = byGroup;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Takes a report.
     *
     * @param again whether a job that was put back may be tried again by this worker
     */
    void take(Hands.Done done, boolean again) {
        Work work = done.work();
        if (work.partition.gone) {
            work.release();
            return;
        }
        switch (done.verdict()) {
            case Verdict.Settle(Output output) -> {
                work.finish(output);
                finished.add(work);
            }
            case Verdict.PutBack(String why) -> {
                LOG.atInfo().addKeyValue("job", work).addKeyValue("why", why).log("job put back");
                meters.putBack();
                putBack(work, Setbacks.pause(++work.putBacks), again);
            }
            case null -> {
                Throwable breakage = done.breakage().orElseThrow();
                LOG.atError().addKeyValue("job", work).setCause(breakage).log("handling of a job broke off");
                meters.brokenOff();
                work.breakage = breakage;
                if (Setbacks.isTooOften(++work.breakages)) {
                    work.treatment = Treatment.BROKEN;
                }
                putBack(work, Setbacks.pause(work.breakages), again);
            }
        }
    }

    /** Takes a job that is settled without having been started: a parked one that is appended again. */
    void takeUnstarted(Work work, Output output) {
        work.finish(output);
        finished.add(work);
    }

    boolean isEmpty() {
        return finished.isEmpty();
    }

    /** How many further jobs have to finish for a settlement that waits for nothing; at least one. */
    int missing() {
        return Math.max(1, pace.jobs() - finished.size());
    }

    /** Whether a finished job of these partitions is not settled. */
    boolean holdsAnyOf(Collection<LanePartition> of) {
        return finished.stream().anyMatch(work -> of.contains(work.partition));
    }

    /** Whether a settlement is in doubt, so that nothing may be committed and nothing started. */
    boolean isInDoubt() {
        return settler.isInDoubt();
    }

    /**
     * Settles when it is time.
     *
     * @param isLast whether nothing else of the lane is in hand that could be settled along
     */
    void settleIfDue(boolean isLast) {
        for (Work work = refused.poll(clock.nanos()); work != null; work = refused.poll(clock.nanos())) {
            finished.add(work);
        }
        if (settler.isInDoubt()) {
            conclude(settler.resolve());
        } else if (pace.isDue(finished.size(), isLast || starter.isStarved(), clock.nanos())) {
            settle();
        }
    }

    /** Settles without waiting for company, but not more often than the pace allows after an abort. */
    void settleNow() {
        if (settler.isInDoubt()) {
            conclude(settler.resolve());
        } else if (!finished.isEmpty() && !pace.isPausing(clock.nanos())) {
            settle();
        }
    }

    /** Puts back the jobs of partitions whose records the cluster refuses, because this worker lets the partitions go. */
    void giveUpRefused(Collection<LanePartition> leaving) {
        refused.removeIf(work -> {
            boolean giveUp = leaving.contains(work.partition);
            if (giveUp && work.partition.tracker.isInHand(work.offset())) {
                work.partition.tracker.putBack(work.offset());
            }
            return giveUp;
        });
    }

    /** Drops what jobs of partitions came to that belong to another worker now. */
    void drop(Collection<LanePartition> lost) {
        finished.removeIf(work -> {
            boolean drop = lost.contains(work.partition);
            if (drop) {
                work.release();
            }
            return drop;
        });
        refused.removeIf(work -> lost.contains(work.partition));
    }

    private void settle() {
        if (partitions.isUncertain() && !partitions.commit(partitions.all())) {
            pace.aborted(clock.nanos());
            return;
        }
        batch = nextBatch();
        proposed = new HashMap<>();
        byPartition(batch).forEach((partition, offsets) -> proposed.put(partition, partition.tracker.next(offsets)));
        long start = clock.nanos();
        Settler.Answer answer = settler.settle(batch, byGroup.apply(Partitions.offsets(proposed)));
        meters.settled(Duration.ofNanos(clock.nanos() - start));
        conclude(answer);
    }

    /**
     * Everything finished; or one job alone after a transaction failed for a record's fault, because the producer
     * blames every record for it that was not sent yet.
     */
    private List<Work> nextBatch() {
        for (Work work : finished) {
            if (work.settleApart) {
                return List.of(work);
            }
        }
        return List.copyOf(finished);
    }

    private void conclude(Settler.Answer answer) {
        switch (answer) {
            case Settler.Answer.Committed() -> adopt();
            case Settler.Answer.Aborted(String why, Map<Work, Exception> doubted) -> {
                LOG.atWarn()
                        .addKeyValue("why", why)
                        .addKeyValue("jobs", batch.size())
                        .log("settlement aborted, it will be sent again");
                meters.settleAborted();
                if (doubted.isEmpty()) {
                    pace.aborted(clock.nanos());
                } else if (batch.size() == 1) {
                    doubted.forEach(this::takeRefusal);
                } else {
                    doubted.keySet().forEach(work -> work.settleApart = true);
                }
            }
            case Settler.Answer.InDoubt() -> {}
        }
    }

    private void adopt() {
        byPartition(batch).forEach((partition, offsets) -> {
            if (!partition.gone) {
                partition.tracker.adopt(offsets);
            }
        });
        proposed.forEach(partitions::committed);
        for (Work work : batch) {
            if (!work.partition.gone) {
                work.release();
            }
        }
        finished.removeAll(new HashSet<>(batch));
        pace.committed(clock.nanos());
    }

    /** Makes a job's records smaller that were refused by themselves; what cannot be helped is held for a while. */
    private void takeRefusal(Work work, Exception refusal) {
        if (refusal instanceof OutOfOrderSequenceException) {
            pace.aborted(clock.nanos());
            return;
        }
        boolean isTooLarge =
                refusal instanceof RecordTooLargeException || refusal instanceof RecordBatchTooLargeException;
        if (isTooLarge && work.fit != work.fit.smaller()) {
            work.fit = work.fit.smaller();
            return;
        }
        LOG.atError()
                .addKeyValue("job", work)
                .addKeyValue("error", refusal.getMessage())
                .log("the cluster takes no record of this job, however small: the settings of the results, parked and"
                        + " dead-letter topics (max.message.bytes) have to allow it; the job is held and offered"
                        + " again");
        finished.remove(work);
        work.release();
        refused.add(work, clock.nanos() + REFUSED_PAUSE.toNanos());
    }

    private void putBack(Work work, Duration pause, boolean again) {
        work.partition.tracker.putBack(work.offset());
        work.release();
        if (again && !work.partition.leaving) {
            waiting.addLater(work, clock.nanos() + pause.toNanos());
        }
    }

    private static Map<LanePartition, Set<Long>> byPartition(List<Work> works) {
        Map<LanePartition, Set<Long>> offsets = new HashMap<>();
        for (Work work : works) {
            offsets.computeIfAbsent(work.partition, partition -> new HashSet<>())
                    .add(work.offset());
        }
        return offsets;
    }
}
