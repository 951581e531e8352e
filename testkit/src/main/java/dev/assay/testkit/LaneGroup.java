package dev.assay.testkit;

import static java.util.Objects.requireNonNull;

import dev.assay.runtime.KafkaClients;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;

/**
 * How the broker sees a lane's workers at one moment: equal when nobody came, went or got other partitions.
 *
 * @param epoch number of the group's last change
 * @param state whether members still hand partitions over
 * @param coordinator node that keeps the group
 * @param partitions number of partitions of each member, by its id
 */
public record LaneGroup(int epoch, GroupState state, int coordinator, Map<String, Integer> partitions) {
    private static final long PATIENCE_SECONDS = 30;

    public LaneGroup {
        partitions = Map.copyOf(partitions);
    }

    /** Reads it. */
    static LaneGroup read(KafkaClients clients, String lane) {
        String group = clients.settings().topics().workerGroup(lane);
        try (Admin admin = clients.admin("lane-group")) {
            ConsumerGroupDescription found = requireNonNull(admin.describeConsumerGroups(List.of(group))
                            .describedGroups()
                            .get(group))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            Map<String, Integer> partitions = new TreeMap<>();
            for (MemberDescription member : found.members()) {
                partitions.put(
                        member.consumerId(),
                        member.assignment().topicPartitions().size());
            }
            return new LaneGroup(
                    found.groupEpoch().orElse(-1),
                    found.groupState(),
                    found.coordinator().id(),
                    partitions);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("group " + group + " cannot be described", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while describing group " + group, e);
        }
    }

    /** Whether so many workers share the lane and nothing moves. */
    public boolean isSettledOn(int workers) {
        return state == GroupState.STABLE
                && partitions.size() == workers
                && partitions.values().stream().allMatch(count -> count > 0);
    }
}
