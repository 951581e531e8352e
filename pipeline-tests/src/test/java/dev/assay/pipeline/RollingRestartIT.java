package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers are replaced one after the other while a run goes on, as a release does it. */
class RollingRestartIT extends Scenario {
    @Test
    void aRollingRestartRepeatsNoCall(@TempDir Path directory) {
        World world = world(
                directory, SimulatorSettings.standard().withLatency(new Latency.Fixed(Duration.ofMillis(100))), 16);
        ChildProcess first = world.startWorker("old-1");
        ChildProcess second = world.startWorker("old-2");
        submitAll(world, "rolling", 3_000);
        world.awaitCalls(200, PATIENCE);

        world.startWorker("new-1");
        world.stopWorker(first);
        world.startWorker("new-2");
        world.stopWorker(second);
        world.awaitOver("rolling", PATIENCE);

        Evidence evidence = world.evidence("rolling");
        checkEveryGuarantee(evidence);
        assertThat(evidence.recallsAllowed()).isZero();
        assertThat(evidence.run().outcomes()).containsOnlyKeys("SCORED");
    }
}
