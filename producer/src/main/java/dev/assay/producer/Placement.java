package dev.assay.producer;

import dev.assay.runtime.LaneDepth;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a chunk goes to: the shortest of its tenant's shard. A shard is half of the partitions, always the
 * same half for a tenant, so that a tenant with a long queue leaves the other half free for those that share only part
 * of its shard. With more partitions a tenant keeps most of its shard: each partition's place in the tenant's order
 * depends on that partition alone.
 */
final class Placement {
    private final List<Integer> shard;

    private Placement(List<Integer> shard) {
        this.shard = shard;
    }

    /**
     * A tenant's shard.
     *
     * @param partitions how many partitions the lane has
     */
    static Placement of(String tenant, int partitions) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingInt((Integer partition) -> rank(tenant, partition))
                .thenComparingInt(partition -> partition));
        return new Placement(List.copyOf(order.subList(0, Math.ceilDiv(partitions, 2))));
    }

    /** The partitions of the shard, those first that the tenant prefers where all are alike. */
    List<Integer> shard() {
        return shard;
    }

    /** The partition of the shard with the fewest unfinished jobs. */
    int shortest(LaneDepth depth) {
        int best = shard.getFirst();
        for (int partition : shard) {
            if (depth.partitions().get(partition).unfinished()
                    < depth.partitions().get(best).unfinished()) {
                best = partition;
            }
        }
        return best;
    }

    private static int rank(String tenant, int partition) {
        return Utils.murmur2((tenant + "/" + partition).getBytes(StandardCharsets.UTF_8));
    }
}
