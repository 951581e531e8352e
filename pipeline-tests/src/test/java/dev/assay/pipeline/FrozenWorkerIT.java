package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.Result;
import dev.assay.testkit.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker is frozen for longer than its session and comes back as one that the group has forgotten. */
class FrozenWorkerIT extends Scenario {
    @Test
    void aWorkerFrozenBeyondItsSessionSettlesNothingOfWhatItHadAndWorksAgain(@TempDir Path directory) {
        World world = world(directory, answeringAfter(Duration.ofMillis(150)), 16);
        List<ChildProcess> workers = world.startWorkers("frozen", "survivor");
        ChildProcess frozen = workers.getFirst();
        submitAll(world, "freeze", 800);
        world.awaitCalls(200, PATIENCE);

        world.freezeWorker(frozen);
        world.awaitOver("freeze", PATIENCE);
        int committed = world.results("freeze").size();
        frozen.resume();
        await().atMost(PATIENCE).until(() -> world.group().isSettledOn(2));
        submitAll(world, "thaw", 400);
        world.awaitOver("thaw", PATIENCE);

        checkEveryGuarantee(world, "freeze", "thaw");
        assertThat(committed).isEqualTo(800);
        assertThat(world.results("thaw").stream().map(Result::getWorker).distinct())
                .hasSize(2);
    }
}
