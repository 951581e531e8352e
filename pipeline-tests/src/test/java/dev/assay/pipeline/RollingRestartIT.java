package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers are replaced one after the other while a run goes on, as a release does it. */
@Order(1)
class RollingRestartIT extends Scenario {
    @Test
    void aRollingRestartOfFourWorkersCallsEachJobOnce(@TempDir Path directory) {
        // Nobody dies here, so a long session only keeps a busy machine from looking like a death.
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofSeconds(1)), 8).withSession(Duration.ofSeconds(30)));
        List<ChildProcess> old = world.startWorkers("old-1", "old-2", "old-3", "old-4");
        String[] runs = submitSpread(world, "rolling", 1_500);
        world.awaitCalls(100, PATIENCE);

        for (int i = 0; i < old.size(); i++) {
            world.startWorker("new-" + (i + 1));
            world.stopWorker(old.get(i));
        }
        awaitOver(world, runs);

        checkEveryGuarantee(world, runs);
        for (String runId : runs) {
            Evidence evidence = world.evidence(runId);
            assertThat(evidence.recallsAllowed()).isZero();
            assertThat(evidence.run().outcomes()).containsOnlyKeys("SCORED");
        }
    }
}
