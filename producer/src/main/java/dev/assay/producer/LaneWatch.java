package dev.assay.producer;

import dev.assay.schemas.settlement.Settlement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads how full a lane is from its offsets and those that its workers committed. */
final class LaneWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LaneWatch.class);

    private final Admin admin;
    private final String group;
    private final List<TopicPartition> partitions;

    /**
     * @param topic the lane's topic
     * @param partitions how many partitions it has
     * @param group the group of its workers
     */
    LaneWatch(Admin admin, String topic, int partitions, String group) {
        this.admin = admin;
        this.group = group;
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new TopicPartition(topic, i));
        }
        this.partitions = List.copyOf(all);
    }

    /**
     * Reads it. What the workers committed is read first: jobs that they finish and others enqueue in between make the
     * depth read too large rather than too small.
     */
    LaneDepth read() {
        Map<TopicPartition, Settlement> settled = settled();
        Map<TopicPartition, Long> starts = offsets(unsettled(settled), OffsetSpec.earliest());
        Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
        List<LaneDepth.Partition> depths = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long end = ends.getOrDefault(partition, 0L);
            Settlement settlement = settled.get(partition);
            depths.add(
                    settlement == null
                            ? new LaneDepth.Partition(partition.partition(), end, starts.getOrDefault(partition, 0L), 0)
                            : new LaneDepth.Partition(
                                    partition.partition(), end, settlement.lowWater(), settlement.finishedCount()));
        }
        return new LaneDepth(depths);
    }

    private Map<TopicPartition, Settlement> settled() {
        Map<TopicPartition, OffsetAndMetadata> committed;
        try {
            committed = Answers.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        } catch (GroupIdNotFoundException e) {
            return Map.of();
        }
        Map<TopicPartition, Settlement> settled = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                settled.put(partition, settlement(partition, offset));
            }
        });
        return settled;
    }

    /** Metadata that no worker wrote says nothing, so the depth is read as the larger one. */
    private Settlement settlement(TopicPartition partition, OffsetAndMetadata offset) {
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

    private List<TopicPartition> unsettled(Map<TopicPartition, Settlement> settled) {
        return partitions.stream()
                .filter(partition -> !settled.containsKey(partition))
                .toList();
    }

    private Map<TopicPartition, Long> offsets(List<TopicPartition> of, OffsetSpec spec) {
        if (of.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        of.forEach(partition -> wanted.put(partition, spec));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Map<TopicPartition, ListOffsetsResultInfo> found =
                Answers.await(admin.listOffsets(wanted).all());
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }
}
