package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.producer.SubmitOutcome;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.testkit.TestKafka;
import dev.assay.testkit.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the only broker gets full in the middle of a run, and has room again later. */
class FullDiskIT extends Scenario {
    private final Optional<SmallDisk> disk = SmallDisk.mount(128);
    private Optional<BrokerProcess> broker = Optional.empty();

    @Override
    Optional<TestKafka> openKafka(SharedKafka.Access shared) {
        assumeTrue(disk.isPresent(), "no file system can be mounted here: a full disk is not tried");
        BrokerProcess started = BrokerProcess.start(
                EmbeddedKafkaSettings.keptIn(disk.orElseThrow().directory().resolve("broker"))
                        .withQuickShutdown(true));
        broker = Optional.of(started);
        started.awaitReady();
        return Optional.of(TestKafka.at(started.bootstrap()));
    }

    @AfterAll
    void unmount() {
        broker.ifPresent(BrokerProcess::close);
        disk.ifPresent(SmallDisk::close);
    }

    @Test
    void theBrokerStopsNothingAcknowledgedIsLostAndAllGoesOnWhenThereIsRoom(@TempDir Path directory) throws Exception {
        BrokerProcess process = broker.orElseThrow();
        World world = world(directory, answeringAfter(Duration.ofMillis(100)), 16);
        world.startWorker("worker-1");
        submitAll(world, "before", 1_500);
        world.awaitCalls(200, PATIENCE);

        disk.orElseThrow().fill();
        CompletableFuture<SubmitOutcome> meanwhile =
                CompletableFuture.supplyAsync(() -> world.submit("meanwhile", questions(200), request -> {}));
        await().atMost(PATIENCE).until(() -> !process.isAlive());
        disk.orElseThrow().free();
        process.restart();
        process.awaitReady();

        SubmitOutcome outcome = meanwhile.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (outcome instanceof SubmitOutcome.Unavailable) {
            // A submit gives up when the cluster is away for half a minute, and is sent again by whoever sent it.
            outcome = world.submit("meanwhile", questions(200), request -> {});
        }
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        SubmitOutcome.Enqueued.class,
                        enqueued -> assertThat(enqueued.jobs()).isEqualTo(200));
        world.awaitOver("before", PATIENCE);
        world.awaitOver("meanwhile", PATIENCE);
        checkEveryGuarantee(world, "before", "meanwhile");
    }
}
