package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.testkit.LaneGroup;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls take far longer than a consumer may stay away from its broker. */
class LongCallsIT extends Scenario {
    private static final Duration POLL_LIMIT = Duration.ofSeconds(3);

    @Test
    void callsTenTimesAsLongAsThePollLimitMoveNoPartitionAndAreNotRepeated(@TempDir Path directory) {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(POLL_LIMIT.multipliedBy(10)), 8)
                        .withPollLimit(Duration.ofSeconds(1), POLL_LIMIT));
        world.startWorkers("one", "two");
        await().atMost(PATIENCE).until(() -> world.group().isSettledOn(2));
        String[] runs = submitSpread(world, "long", 16);
        world.awaitCalls(16, PATIENCE);
        LaneGroup before = world.group();

        awaitOver(world, runs);

        assertThat(world.group()).isEqualTo(before);
        checkEveryGuarantee(world, runs);
    }
}
