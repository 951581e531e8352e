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
        String[] before = submitSpread(world, "freeze", 800);
        world.awaitCalls(200, PATIENCE);

        world.freezeWorker(frozen);
        awaitOver(world, before);
        frozen.resume();
        await().atMost(PATIENCE).until(() -> world.group().isSettledOn(2));
        String[] after = submitSpread(world, "thaw", 400);
        awaitOver(world, after);

        checkEveryGuarantee(world, before);
        checkEveryGuarantee(world, after);
        assertThat(world.results(after[0]).stream().map(Result::getWorker))
                .anyMatch(worker -> worker.startsWith("frozen"));
    }
}
