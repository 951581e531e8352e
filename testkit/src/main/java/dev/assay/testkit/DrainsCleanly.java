package dev.assay.testkit;

import dev.assay.cli.read.LaneDepth;

/** Workers that were told to stop exited with 0, and nothing is left on the lane: no job, no start mark. */
public final class DrainsCleanly implements Guarantee {
    @Override
    public void check(Evidence evidence) {
        for (int exit : evidence.exits()) {
            Breach.when(exit != 0, "a worker that was told to stop exited with " + exit);
        }
        LaneDepth depth = evidence.depthAtEnd();
        Breach.when(depth.unfinished() != 0, depth.unfinished() + " jobs are unfinished after the run: " + depth);
        for (LaneDepth.PartitionDepth partition : depth.partitions()) {
            Breach.when(
                    !partition.settlement().started().isEmpty(),
                    "start marks are left on partition " + partition.partition() + ": "
                            + partition.settlement().started());
        }
    }
}
