package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with nothing in its way. */
class HappyPathIT extends Scenario {
    @Test
    void everyJobOfARunIsAnsweredAndScored(@TempDir Path directory) {
        World world = world(directory, SimulatorSettings.standard(), 32);
        world.startWorker("worker-1");
        submitAll(world, "happy", 1_000);

        world.awaitOver("happy", PATIENCE);

        Evidence evidence = world.evidence("happy");
        checkEveryGuarantee(evidence);
        assertThat(evidence.run().outcomes()).containsOnlyKeys("SCORED");
        assertThat(evidence.scores().stream().filter(score -> Boolean.TRUE.equals(score.getPassed())))
                .hasSize(334);
    }
}
