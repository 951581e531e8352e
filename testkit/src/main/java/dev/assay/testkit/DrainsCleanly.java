package dev.assay.testkit;

import dev.assay.runtime.LaneDepth;
import java.util.ArrayList;
import java.util.List;

/** Workers that were told to stop exited with 0, and nothing is left on the lane or parked: no job, no start
 * mark. */
public final class DrainsCleanly implements Guarantee {
    @Override
    public void check(Evidence evidence) {
        for (int exit : evidence.exits()) {
            Breach.when(exit != 0, "a worker that was told to stop exited with " + exit);
        }
        LaneDepth depth = evidence.depthAtEnd();
        Breach.when(depth.unfinished() != 0, depth.unfinished() + " jobs are unfinished after the run: " + depth);
        List<LaneDepth.Partition> all = new ArrayList<>(depth.partitions());
        all.addAll(depth.parkedPartitions());
        for (LaneDepth.Partition partition : all) {
            Breach.when(
                    !partition.settlement().started().isEmpty(),
                    "start marks are left on partition " + partition.name() + ": "
                            + partition.settlement().started());
        }
    }
}
