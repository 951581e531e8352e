package dev.assay.runtime;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.Horizon;
import dev.assay.schemas.topics.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads how full a lane is from the offsets of its topics and those that its workers committed. */
public final class LaneReader {
    private static final Logger LOG = LoggerFactory.getLogger(LaneReader.class);

    private static final long A_MOMENT_MILLIS = 60_000;

    private final Admin admin;
    private final List<String> groups;
    private final String topic;
    private final List<String> parked;

    private List<TopicPartition> partitions = List.of();
    private List<TopicPartition> parkedPartitions = List.of();
    private boolean isComplete;

    /** The admin client stays the caller's to close. */
    public LaneReader(Admin admin, Topics topics, String lane) {
        this.admin = admin;
        groups = List.of(topics.workerGroup(lane), topics.parkedGroup(lane));
        topic = topics.jobs(lane);
        parked = parkedTopics(topics, lane);
    }

    /** Reads a lane once. */
    public static LaneDepth read(KafkaClients clients, String lane) {
        try (Admin admin = clients.admin("assay-lane-reader")) {
            return new LaneReader(admin, clients.settings().topics(), lane).read();
        }
    }

    /** The topics of a lane's parked jobs, the nearest horizon first. */
    public static List<String> parkedTopics(Topics topics, String lane) {
        List<String> names = new ArrayList<>();
        for (Horizon horizon : Horizon.values()) {
            names.add(topics.parked(lane, horizon));
        }
        return names;
    }

    /**
     * Reads it. What the workers committed is read first, in the lane's group before that of the parked topics, and the
     * ends afterwards, open transactions included: a job that a worker parks is then seen in the lane's topic, in the
     * parked one or in both, whenever its transaction ends, and what others enqueue meanwhile makes the depth too large
     * rather than too small.
     *
     * @throws UnknownTopicOrPartitionException when the lane has no topic; parked topics may be missing
     */
    public LaneDepth read() {
        findPartitions();
        List<TopicPartition> all = new ArrayList<>(partitions);
        all.addAll(parkedPartitions);
        Map<TopicPartition, Settlement> settled = settled();
        List<TopicPartition> untouched =
                all.stream().filter(name -> !settled.containsKey(name)).toList();
        Map<TopicPartition, Long> starts = offsets(untouched, OffsetSpec.earliest());
        Map<TopicPartition, Long> ends = offsets(all, OffsetSpec.latest());
        starts.forEach((name, start) -> settled.put(name, Settlement.at(start)));
        return new LaneDepth(depths(partitions, settled, ends), depths(parkedPartitions, settled, ends));
    }

    /**
     * How many unfinished jobs the lane holds at most, for whoever must not be wrong by one: what {@link #read} says, and
     * one more for each marker that may be missing. A commit is answered before its marker is written, and the marker
     * takes an offset too.
     */
    public long readMost() {
        findPartitions();
        long missing = missingMarkers();
        return read().unfinished() + missing;
    }

    /** Markers of transactions of the lane's topic that are not there, or not on all replicas, so that no end counts them. */
    private long missingMarkers() {
        Map<TopicPartition, Long> stable = offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
        List<TopicPartition> inUse = partitions.stream()
                .filter(name -> stable.getOrDefault(name, 0L) < ends.getOrDefault(name, 0L))
                .toList();
        if (inUse.isEmpty()) {
            return 0;
        }
        return Answers.await(admin.describeProducers(inUse).all()).values().stream()
                .mapToLong(state -> writing(state.activeProducers()))
                .sum();
    }

    /** Producers with an open transaction, and those that had one a moment ago: their markers may not be replicated yet. */
    private static long writing(List<ProducerState> producers) {
        long newest =
                producers.stream().mapToLong(ProducerState::lastTimestamp).max().orElse(0);
        return producers.stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent()
                        || producer.lastTimestamp() >= newest - A_MOMENT_MILLIS)
                .count();
    }

    private static List<LaneDepth.Partition> depths(
            List<TopicPartition> names, Map<TopicPartition, Settlement> settled, Map<TopicPartition, Long> ends) {
        return names.stream()
                .map(name -> new LaneDepth.Partition(
                        name, settled.getOrDefault(name, Settlement.at(0)), ends.getOrDefault(name, 0L)))
                .toList();
    }

    /** Topics keep their partitions, so once all are there they are not looked for again. */
    private void findPartitions() {
        if (isComplete) {
            return;
        }
        List<String> wanted = new ArrayList<>(parked);
        wanted.add(topic);
        Map<String, KafkaFuture<TopicDescription>> answers =
                admin.describeTopics(wanted).topicNameValues();
        partitions = partitions(Answers.await(requireNonNull(answers.get(topic))));
        List<TopicPartition> found = new ArrayList<>();
        boolean all = true;
        for (String name : parked) {
            try {
                found.addAll(partitions(Answers.await(requireNonNull(answers.get(name)))));
            } catch (UnknownTopicOrPartitionException e) {
                all = false;
            }
        }
        parkedPartitions = List.copyOf(found);
        isComplete = all;
    }

    private static List<TopicPartition> partitions(TopicDescription description) {
        return description.partitions().stream()
                .map(info -> new TopicPartition(description.name(), info.partition()))
                .sorted(Comparator.comparingInt(TopicPartition::partition))
                .toList();
    }

    private Map<TopicPartition, Settlement> settled() {
        Map<TopicPartition, Settlement> settled = new HashMap<>();
        for (String group : groups) {
            try {
                Answers.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                        .forEach((partition, offset) -> {
                            if (offset != null) {
                                settled.put(partition, settlement(group, partition, offset));
                            }
                        });
            } catch (GroupIdNotFoundException e) {
                // Nobody has worked there yet.
            }
        }
        return settled;
    }

    /** Metadata that no worker wrote says nothing, so the depth is read as the larger one. */
    private Settlement settlement(String group, TopicPartition partition, OffsetAndMetadata offset) {
        try {
            return Settlement.decode(offset.offset(), offset.metadata());
        } catch (IllegalArgumentException e) {
            LOG.atWarn()
                    .addKeyValue("group", group)
                    .addKeyValue("partition", partition)
                    .setCause(e)
                    .log("The committed metadata is passed over");
            return Settlement.at(offset.offset());
        }
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> of, OffsetSpec spec) {
        return offsets(of, spec, IsolationLevel.READ_UNCOMMITTED);
    }

    private Map<TopicPartition, Long> offsets(
            Collection<TopicPartition> of, OffsetSpec spec, IsolationLevel isolation) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (of.isEmpty()) {
            return offsets;
        }
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        of.forEach(partition -> wanted.put(partition, spec));
        Map<TopicPartition, ListOffsetsResultInfo> found = Answers.await(
                admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all());
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }
}
