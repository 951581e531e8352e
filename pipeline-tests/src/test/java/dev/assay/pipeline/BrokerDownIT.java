package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.testkit.TestKafka;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The only broker dies in the middle of a run and comes back. */
@Order(2)
class BrokerDownIT extends Scenario {
    private static final Duration SESSION = Duration.ofSeconds(4);

    private final BrokerProcess broker = BrokerProcess.start(EmbeddedKafkaSettings.temporary());

    @Override
    Optional<TestKafka> openKafka(SharedKafka.Access shared) {
        return Optional.of(TestKafka.at(broker.awaitReady().bootstrap()));
    }

    @Override
    void closeKafka(TestKafka opened) {
        broker.close();
    }

    @Test
    void aBrokerThatIsKilledAndComesBackCostsNoCall(@TempDir Path directory) {
        World world = running(directory, "killed-broker");

        broker.kill9();
        broker.restart();
        broker.awaitReady();

        checkNothingWasRepeated(world, "killed-broker");
    }

    @Test
    void aBrokerThatIsGoneForLongerThanTheSessionsCostsNoCall(@TempDir Path directory) throws Exception {
        World world = running(directory, "gone-broker");

        broker.kill9();
        Moments.pass(SESSION.multipliedBy(2));
        broker.restart();
        broker.awaitReady();

        checkNothingWasRepeated(world, "gone-broker");
    }

    private World running(Path directory, String runId) {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(150)), 16).withSession(SESSION));
        world.startWorkers("one", "two");
        submitAll(world, runId, 1_500);
        world.awaitCalls(200, PATIENCE);
        return world;
    }

    private static void checkNothingWasRepeated(World world, String runId) {
        long calls = world.provider().requestLog().arrived();
        world.awaitOver(runId, PATIENCE);

        checkEveryGuarantee(world, runId);
        assertThat(calls).as("the broker was away in the middle of the run").isLessThan(1_500);
    }
}
