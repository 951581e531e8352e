package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.testkit.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker dies without a word in the middle of a run. */
class KilledWorkerIT extends Scenario {
    @Test
    void aKilledWorkerLosesAndDoublesNothing(@TempDir Path directory) {
        World world = world(directory, answeringAfter(Duration.ofMillis(50)), 32);
        ChildProcess victim = world.startWorkers("victim", "survivor").getFirst();
        String[] runs = submitSpread(world, "killed", 3_000);
        world.awaitCalls(1_000, PATIENCE);

        world.killWorker(victim);
        awaitOver(world, runs);

        checkEveryGuarantee(world, runs);
        for (String runId : runs) {
            assertThat(world.evidence(runId).run().outcomes()).containsOnlyKeys("SCORED");
        }
    }
}
