package dev.assay.worker.intake;

import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * A lane's two consumers, of its own topic and of its parked ones, each in a group of its own. In one group the broker
 * would share all partitions out without regard to their topics, so that of two workers one could get the lane and the
 * other what is parked. The parked group is assigned by ranges, which spreads each of its topics over the workers; the
 * lane's keeps what each worker has, because jobs in hand are cut where a partition moves.
 */
final class LaneConsumers {
    private final IntakeSettings settings;
    private final Consumer<byte[], byte[]> lane;
    private final Consumer<byte[], byte[]> parked;

    private LaneConsumers(IntakeSettings settings, Consumer<byte[], byte[]> lane, Consumer<byte[], byte[]> parked) {
        this.settings = settings;
        this.lane = lane;
        this.parked = parked;
    }

    /** What is committed in one group. */
    record GroupOffsets(ConsumerGroupMetadata group, Map<TopicPartition, OffsetAndMetadata> offsets) {}

    static LaneConsumers open(IntakeSettings settings, KafkaClients clients) {
        Map<String, Object> config = new HashMap<>();
        config.put("group.protocol", "consumer");
        // A new group starts with the oldest job, whatever else the user's consumers do.
        config.put("auto.offset.reset", "earliest");
        config.put("max.poll.records", Partitions.POLL_RECORDS);
        config.put("max.poll.interval.ms", (int) settings.longestBetweenPolls().toMillis());
        config.put("group.id", settings.group());
        Consumer<byte[], byte[]> lane = clients.consumer(settings.transactionalId(), config);
        config.put("group.id", settings.parkedGroup());
        config.put("group.remote.assignor", "range");
        try {
            return new LaneConsumers(settings, lane, clients.consumer(settings.transactionalId() + "-parked", config));
        } catch (KafkaException e) {
            lane.close();
            throw e;
        }
    }

    /** The one of the lane's own topic. */
    Consumer<byte[], byte[]> lane() {
        return lane;
    }

    /** The one of its parked topics. */
    Consumer<byte[], byte[]> parked() {
        return parked;
    }

    void subscribe(ConsumerRebalanceListener listener) {
        lane.subscribe(List.of(settings.topic()), listener);
        parked.subscribe(settings.parkedTopics(), listener);
    }

    boolean isParked(TopicPartition name) {
        return !name.topic().equals(settings.topic());
    }

    /** Whether this worker is a member of both groups. */
    boolean areMembers() {
        return lane.groupMetadata().generationId() > 0 && parked.groupMetadata().generationId() > 0;
    }

    /** Committed offsets of any partitions, waiting for transactions that are being completed. */
    Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> names, Duration patience) {
        Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
        each(names, (consumer, its) -> found.putAll(consumer.committed(Set.copyOf(its), patience)));
        return found;
    }

    void pause(Collection<TopicPartition> names) {
        each(names, Consumer::pause);
    }

    void resume(Collection<TopicPartition> names) {
        each(names, Consumer::resume);
    }

    void seek(TopicPartition name, long offset) {
        of(name).seek(name, offset);
    }

    /** Commits offsets of partitions of one group. */
    void commit(boolean isParked, Map<TopicPartition, OffsetAndMetadata> offsets, Duration patience) {
        (isParked ? parked : lane).commitSync(offsets, patience);
    }

    /** Ends of parked partitions. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> names, Duration patience) {
        return parked.endOffsets(names, patience);
    }

    /** Offsets by the group that they are to be committed in; groups without any are left out. */
    List<GroupOffsets> byGroup(Map<TopicPartition, OffsetAndMetadata> offsets) {
        List<GroupOffsets> groups = new ArrayList<>();
        each(offsets.keySet(), (consumer, its) -> {
            Map<TopicPartition, OffsetAndMetadata> part = new HashMap<>(offsets);
            part.keySet().retainAll(its);
            groups.add(new GroupOffsets(consumer.groupMetadata(), part));
        });
        return groups;
    }

    void close(Duration patience) {
        try {
            lane.close(CloseOptions.timeout(patience));
        } finally {
            parked.close(CloseOptions.timeout(patience));
        }
    }

    private Consumer<byte[], byte[]> of(TopicPartition name) {
        return isParked(name) ? parked : lane;
    }

    private void each(
            Collection<TopicPartition> names, BiConsumer<Consumer<byte[], byte[]>, Collection<TopicPartition>> use) {
        Map<Consumer<byte[], byte[]>, Set<TopicPartition>> byConsumer =
                names.stream().collect(Collectors.groupingBy(this::of, Collectors.toSet()));
        byConsumer.forEach(use);
    }
}
