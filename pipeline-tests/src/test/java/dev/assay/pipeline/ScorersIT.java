package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scorers are frozen and killed while they score. */
class ScorersIT extends Scenario {
    @Test
    void aScorerFrozenBeyondItsSessionAndOneThatIsKilledScoreEveryJobOnce(@TempDir Path directory) {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(50)), 16).withoutScorer());
        ChildProcess frozen = world.startScorer("frozen");
        world.startWorker("worker-1");
        submitAll(world, "freeze", 600);
        world.awaitCalls(200, PATIENCE);

        frozen.pause();
        ChildProcess killed = world.startScorer("killed");
        world.awaitOver("freeze", PATIENCE);
        frozen.resume();
        submitAll(world, "kill", 600);
        world.awaitCalls(800, PATIENCE);
        killed.kill9();
        world.awaitOver("kill", PATIENCE);

        checkEveryGuarantee(world, "freeze", "kill");
        frozen.terminate();
        assertThat(frozen.awaitExit(PATIENCE)).isZero();
    }
}
