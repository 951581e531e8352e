package dev.assay.pipeline;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.testkit.TestKafka;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of three brokers with everything on all of them, two in step for a write, one leaves and comes back. */
class OneOfThreeBrokersIT extends Scenario {
    private final EmbeddedKafka brokers =
            EmbeddedKafka.start(EmbeddedKafkaSettings.temporary().withNodes(3));

    @Override
    Optional<TestKafka> openKafka(SharedKafka.Access shared) {
        return Optional.of(TestKafka.at(brokers.bootstrap()));
    }

    @Override
    void closeKafka(TestKafka opened) {
        brokers.close();
    }

    @Test
    void theBrokerThatKeepsTheGroupLeavesAndComesBackAndNoCallIsRepeated(@TempDir Path directory) {
        // Sessions that outlast the election of a new keeper, however busy the machine is.
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(150)), 16).withSession(Duration.ofSeconds(30)));
        world.startWorkers("one", "two");
        String[] runs = submitSpread(world, "one-of-three", 2_000);
        world.awaitCalls(200, PATIENCE);

        int keeper = world.group().coordinator();
        brokers.stopNode(keeper);
        world.awaitCalls(world.provider().requestLog().arrived() + 300, PATIENCE);
        brokers.startNode(keeper);
        awaitOver(world, runs);

        checkEveryGuarantee(world, runs);
    }
}
