package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.settlement.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that this worker owns, and what the consumer is told about them: where to go on, when to pause, what
 * is committed beside the transactions. It is used by the poll thread only, but for {@link #lowWaters}.
 */
final class Partitions {
    /** Records that one poll brings at most; a partition is paused while it has no room for so many. */
    static final int POLL_RECORDS = 128;

    /** Most bytes of fetched records that wait; beyond, partitions are paused however few records they are. */
    private static final long MAX_WAITING_BYTES = 64L << 20;

    /**
     * The same for parked partitions, each with an equal share. They are counted apart: jobs that wait for an hour must
     * not keep the lane's own from being fetched, nor a day's those of the next minute.
     */
    private static final long MAX_PARKED_BYTES = 32L << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);

    private final LaneConsumers consumers;
    private final Map<TopicPartition, LanePartition> owned = new LinkedHashMap<>();
    /** Assigned ones whose settlement was not read yet; they are paused. */
    private final Set<TopicPartition> unread = new HashSet<>();

    private final Map<TopicPartition, Long> lowWaters = new ConcurrentHashMap<>();
    /** Groups in which a plain commit may still be on its way, by whether they are the parked one. */
    private final Set<Boolean> uncertain = new HashSet<>();

    Partitions(LaneConsumers consumers) {
        this.consumers = consumers;
    }

    /** Takes note of new ones; they are paused until {@link #read} has found where to go on. */
    void assigned(Collection<TopicPartition> partitions) {
        consumers.pause(partitions);
        unread.addAll(partitions);
    }

    /** Reads the settlements of new ones from the group; what cannot be read now is tried again at the next call. */
    void read() {
        if (unread.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> found;
        try {
            found = consumers.committed(unread, PATIENCE);
        } catch (RetriableException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("committed offsets cannot be read yet");
            return;
        }
        for (TopicPartition name : unread) {
            OffsetAndMetadata offset = found.get(name);
            LanePartition partition = new LanePartition(name, consumers.isParked(name), settlement(name, offset));
            if (offset != null) {
                consumers.seek(name, partition.committed.lowWater());
            }
            owned.put(name, partition);
            committed(partition, partition.committed);
        }
        consumers.resume(unread);
        unread.clear();
    }

    @Nullable
    LanePartition get(TopicPartition name) {
        return owned.get(name);
    }

    Collection<LanePartition> all() {
        return owned.values();
    }

    List<LanePartition> of(Collection<TopicPartition> names) {
        List<LanePartition> found = new ArrayList<>();
        for (TopicPartition name : names) {
            LanePartition partition = owned.get(name);
            if (partition != null) {
                found.add(partition);
            }
        }
        return found;
    }

    /** Forgets partitions that belong to another worker now. */
    void remove(Collection<TopicPartition> names) {
        for (LanePartition partition : of(names)) {
            partition.gone = true;
            owned.remove(partition.name);
        }
        for (TopicPartition name : names) {
            unread.remove(name);
            lowWaters.remove(name);
        }
    }

    /** Whether a partition is paused, in which case a poll must not wait: the consumer would spin. */
    boolean anyPaused() {
        return !unread.isEmpty() || owned.values().stream().anyMatch(partition -> partition.paused);
    }

    /**
     * Pauses partitions that are full, and goes on with those that are half empty again.
     *
     * @param fetching whether anything is to be fetched at all
     */
    void pauseAndResume(boolean fetching) {
        long laneBytes = owned.values().stream()
                .filter(partition -> !partition.isParked)
                .mapToLong(partition -> partition.waitingBytes)
                .sum();
        long parked =
                owned.values().stream().filter(partition -> partition.isParked).count();
        List<TopicPartition> pause = new ArrayList<>();
        List<TopicPartition> resume = new ArrayList<>();
        for (LanePartition partition : owned.values()) {
            boolean isFull = partition.isParked
                    ? partition.waitingBytes > MAX_PARKED_BYTES / parked
                    : laneBytes > MAX_WAITING_BYTES;
            boolean stopped = !fetching || partition.leaving || isFull;
            // Jobs that wait for their time leave one by one, so a parked partition takes what it has room for.
            boolean halfEmpty = partition.paused && !partition.isParked;
            int room = halfEmpty ? PartitionTracker.MAX_UNFINISHED / 2 : POLL_RECORDS;
            boolean paused = stopped || !partition.tracker.hasRoomFor(room);
            if (paused != partition.paused) {
                partition.paused = paused;
                (paused ? pause : resume).add(partition.name);
            }
        }
        if (!pause.isEmpty()) {
            consumers.pause(pause);
        }
        if (!resume.isEmpty()) {
            consumers.resume(resume);
        }
    }

    /** The partitions among these whose state differs from what is committed. */
    static List<LanePartition> changed(Collection<LanePartition> partitions) {
        return partitions.stream().filter(LanePartition::isChanged).toList();
    }

    /**
     * Commits how the partitions stand, in a plain commit for each group. It must not be called while a transaction is
     * open or in doubt.
     *
     * @return whether all was committed; false when a group does not take it now
     */
    boolean commit(Collection<LanePartition> partitions) {
        boolean isLaneCommitted = commit(false, partitions);
        return commit(true, partitions) && isLaneCommitted;
    }

    private boolean commit(boolean isParked, Collection<LanePartition> partitions) {
        Map<LanePartition, Settlement> settlements = new HashMap<>();
        partitions.stream()
                .filter(partition -> partition.isParked == isParked)
                .forEach(partition -> settlements.put(partition, partition.tracker.current()));
        if (settlements.isEmpty() && !uncertain.contains(isParked)) {
            return true;
        }
        try {
            consumers.commit(isParked, offsets(settlements), PATIENCE);
        } catch (CommitFailedException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("start marks refused");
            return false;
        } catch (RetriableException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("start marks not committed for sure");
            uncertain.add(isParked);
            return false;
        }
        uncertain.remove(isParked);
        settlements.forEach(this::committed);
        return true;
    }

    /**
     * Whether a plain commit may still be on its way to the broker. It could arrive after the next transaction and
     * outrank it, so none is begun before a later plain commit has succeeded.
     */
    boolean isUncertain() {
        return !uncertain.isEmpty();
    }

    /** Takes note of what is committed. */
    void committed(LanePartition partition, Settlement settlement) {
        partition.committed = settlement;
        if (!partition.gone) {
            lowWaters.put(partition.name, settlement.lowWater());
        }
    }

    static Map<TopicPartition, OffsetAndMetadata> offsets(Map<LanePartition, Settlement> settlements) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        settlements.forEach((partition, settlement) -> {
            String metadata = settlement.encode();
            if (metadata.length() > Settlement.MAX_ENCODED_LENGTH) {
                throw new IllegalStateException("settlement of " + partition.name + " takes " + metadata.length()
                        + " characters (expected: <= " + Settlement.MAX_ENCODED_LENGTH + ")");
            }
            offsets.put(partition.name, new OffsetAndMetadata(settlement.lowWater(), metadata));
        });
        return offsets;
    }

    /** Committed low-water marks of the partitions owned; any thread may read it. */
    Map<TopicPartition, Long> lowWaters() {
        return Map.copyOf(lowWaters);
    }

    private static Settlement settlement(TopicPartition name, @Nullable OffsetAndMetadata offset) {
        if (offset == null) {
            return Settlement.at(0);
        }
        try {
            return Settlement.decode(offset.offset(), requireNonNull(offset.metadata()));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    name + ": " + e.getMessage()
                            + "; to go on from the bare offset, with the workers stopped, set the group's offset of"
                            + " this partition to " + offset.offset() + " with kafka-consumer-groups",
                    e);
        }
    }
}
