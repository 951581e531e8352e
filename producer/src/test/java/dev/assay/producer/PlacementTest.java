package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.LaneDepth;
import dev.assay.schemas.settlement.Settlement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void aTenantsShardIsHalfOfThePartitionsAndAlwaysTheSameHalf() {
        assertThat(Placement.of("acme", 64).shard())
                .hasSize(32)
                .doesNotHaveDuplicates()
                .isEqualTo(Placement.of("acme", 64).shard());
        assertThat(Placement.of("acme", 3).shard()).hasSize(2);
        assertThat(Placement.of("acme", 1).shard()).containsExactly(0);
    }

    @Test
    void tenantsHaveDifferentShardsThatTogetherUseAllPartitions() {
        Set<Integer> used = new HashSet<>();
        Set<List<Integer>> shards = new HashSet<>();
        for (int tenant = 0; tenant < 20; tenant++) {
            List<Integer> shard = Placement.of("tenant-" + tenant, 8).shard();
            used.addAll(shard);
            shards.add(shard.stream().sorted().toList());
        }

        assertThat(used).hasSize(8);
        assertThat(shards.size()).isGreaterThan(10);
    }

    @Test
    void withMorePartitionsATenantKeepsMostOfItsShard() {
        int kept = 0;
        int before = 0;
        for (int tenant = 0; tenant < 50; tenant++) {
            List<Integer> small = Placement.of("tenant-" + tenant, 32).shard();
            Set<Integer> large =
                    new HashSet<>(Placement.of("tenant-" + tenant, 40).shard());
            before += small.size();
            kept += (int) small.stream().filter(large::contains).count();
        }

        assertThat((double) kept / before).isGreaterThan(0.9);
    }

    @Test
    void theShortestPartitionOfTheShardIsChosenWhateverTheOthersHold() {
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            Placement placement = Placement.of("tenant-" + round, 8);
            List<LaneDepth.Partition> partitions = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                long lowWater = random.nextInt(1_000);
                partitions.add(new LaneDepth.Partition(
                        new TopicPartition("jobs", i), Settlement.at(lowWater), lowWater + random.nextInt(50)));
            }
            // What is parked is at no partition of the lane's topic, wherever it came from.
            LaneDepth depth = new LaneDepth(partitions, partitions.reversed());

            int chosen = placement.shortest(depth);

            assertThat(placement.shard()).contains(chosen);
            for (int other : placement.shard()) {
                assertThat(partitions.get(chosen).unfinished())
                        .isLessThanOrEqualTo(partitions.get(other).unfinished());
            }
        }
    }
}
