package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.Result;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers are added to a run and taken away again. */
@Order(3)
class ScaleIT extends Scenario {
    @Test
    void fromOneWorkerToFourAndBackToOneNoCallIsRepeated(@TempDir Path directory) {
        // Nobody dies here, so a long session only keeps a busy machine from looking like a death.
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(1_500)), 12).withSession(Duration.ofSeconds(30)));
        world.startWorker("first");
        String[] before = submitSpread(world, "one", 300);
        world.awaitCalls(50, PATIENCE);

        ChildProcess[] others = world.startWorkers("second", "third", "fourth").toArray(ChildProcess[]::new);
        await().atMost(PATIENCE).until(() -> world.group().isSettledOn(4));
        // However long that took, these find four workers, and would keep them busy for 20 s.
        String[] after = submitSpread(world, "four", 600);
        await().atMost(PATIENCE).until(() -> workersIn(world, after) == 4);
        long atFour = world.provider().requestLog().arrived();
        world.stopWorker(others);
        awaitOver(world, before);
        awaitOver(world, after);

        checkEveryGuarantee(world, before);
        checkEveryGuarantee(world, after);
        assertThat(atFour).as("some were left for the last one").isLessThan(900);
    }

    private static long workersIn(World world, String... runIds) {
        return Arrays.stream(runIds)
                .flatMap(runId -> world.results(runId).stream())
                .map(Result::getWorker)
                .distinct()
                .count();
    }
}
