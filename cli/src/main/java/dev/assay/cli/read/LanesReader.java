package dev.assay.cli.read;

import static java.util.Objects.requireNonNull;

import dev.assay.runtime.Answers;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.topics.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** Reads how every lane of a cluster stands, from offsets, groups and the fleet topic. */
public final class LanesReader {
    /** A low-water mark may stand on the marker of a transaction, and a job behind it. */
    private static final int OFFSETS_TO_A_JOB = 2;
    /** The oldest job of each partition, and not much more. */
    private static final Map<String, Object> LITTLE = Map.of("max.partition.fetch.bytes", 32 * 1024);

    private final KafkaClients clients;
    private final Admin admin;
    private final Topics topics;

    /** The admin client stays the caller's to close. */
    public LanesReader(KafkaClients clients, Admin admin) {
        this.clients = clients;
        this.admin = admin;
        this.topics = clients.settings().topics();
    }

    /** The lanes that have a topic, by name. */
    public List<String> names() {
        String start = topics.jobs("x").substring(0, topics.jobs("x").length() - 1);
        return Answers.await(admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(start))
                .map(topic -> topic.substring(start.length()))
                .sorted()
                .toList();
    }

    /** Every lane as it stands now, by name. */
    public SortedMap<String, LaneView> read(FleetView fleet) {
        SortedMap<String, LaneView> lanes = new TreeMap<>();
        for (String lane : names()) {
            LaneDepth depth = new LaneReader(admin, topics, lane).read();
            long inFlight = Math.min(depth.inFlight(), depth.unfinished());
            long parked = Math.min(depth.parked(), depth.unfinished() - inFlight);
            LaneBound bound = fleet.boundOf(lane).orElse(null);
            lanes.put(
                    lane,
                    new LaneView(
                            lane,
                            bound,
                            fleet.tenantBoundsOf(lane),
                            depth.unfinished() - inFlight - parked,
                            parked,
                            inFlight,
                            depth.finished(),
                            oldest(depth),
                            workers(lane),
                            null,
                            null));
        }
        return lanes;
    }

    private int workers(String lane) {
        String group = topics.workerGroup(lane);
        try {
            var described = Answers.await(requireNonNull(admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)));
            return described.members().size();
        } catch (GroupIdNotFoundException e) {
            // Nobody ever worked there.
            return 0;
        }
    }

    /** When the oldest of the jobs at the low-water marks was enqueued; one behind an open transaction is not seen. */
    private @Nullable Instant oldest(LaneDepth depth) {
        Map<TopicPartition, Long> from = new HashMap<>();
        List<LaneDepth.Partition> all = new ArrayList<>(depth.partitions());
        all.addAll(depth.parkedPartitions());
        all.stream()
                .filter(partition -> partition.unfinished() > 0)
                .forEach(partition ->
                        from.put(partition.name(), partition.settlement().lowWater()));
        if (from.isEmpty()) {
            return null;
        }
        List<Long> times = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-lane-reader", LITTLE)) {
            TopicScan scan = new TopicScan(consumer);
            Map<TopicPartition, Long> to = new HashMap<>();
            scan.ends(List.copyOf(from.keySet()))
                    .forEach((partition, end) ->
                            to.put(partition, Math.min(end, from.getOrDefault(partition, 0L) + OFFSETS_TO_A_JOB)));
            scan.read(from, to, record -> times.add(record.timestamp()));
        }
        return times.stream().min(Long::compare).map(Instant::ofEpochMilli).orElse(null);
    }
}
