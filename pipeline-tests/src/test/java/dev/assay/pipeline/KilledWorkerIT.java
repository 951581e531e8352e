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

/** A worker dies without a word in the middle of a run. */
class KilledWorkerIT extends Scenario {
    @Test
    void aKilledWorkerLosesAndDoublesNothing(@TempDir Path directory) {
        World world = world(
                directory, SimulatorSettings.standard().withLatency(new Latency.Fixed(Duration.ofMillis(50))), 32);
        ChildProcess victim = world.startWorker("victim");
        world.startWorker("survivor");
        submitAll(world, "killed", 5_000);
        world.awaitCalls(1_000, PATIENCE);

        world.killWorker(victim);
        world.awaitOver("killed", PATIENCE);

        Evidence evidence = world.evidence("killed");
        checkEveryGuarantee(evidence);
        assertThat(evidence.run().outcomes()).containsOnlyKeys("SCORED");
    }
}
