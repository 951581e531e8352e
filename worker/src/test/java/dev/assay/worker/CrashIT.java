package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.worker.intake.Slots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers that die or freeze without warning. */
@ExtendWith(KafkaExtension.class)
class CrashIT {
    private static final int IN_FLIGHT = 16;
    private static final int IN_HAND = Slots.mostInHand(IN_FLIGHT);

    @TempDir
    Path directory;

    @Test
    void afterAKillOnlyWhatWasInFlightIsCalledAgainAndNothingIsDoubled(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("100ms..400ms"));
        try (World world = World.create(broker, slow, 4)) {
            world.enqueue("run", "job", 500, "question");
            try (ChildProcess child = child(world, broker)) {
                child.awaitReady(World.PATIENCE);
                world.awaitResults(120);
                child.kill9();
            }
            int inHand = world.settlements().values().stream()
                    .mapToInt(settlement -> settlement.started().size())
                    .sum();
            int settled = world.results().size();
            assertThat(inHand).isBetween(1, IN_HAND);

            world.start(settings(world));
            List<Result> results = world.awaitResults(500);
            World.await("lane worked off", world::isWorkedOff);

            assertThat(World.ids(results)).hasSize(500);
            assertThat(world.results()).hasSize(500).allMatch(result -> result.getStatus() == JobStatus.SUCCEEDED);
            assertThat(results.stream().filter(result -> result.getDeliveries() == 2))
                    .hasSize(inHand);
            assertThat(results.stream().filter(result -> result.getDeliveries() > 2))
                    .isEmpty();
            assertThat(settled).isLessThan(500);
            assertThat(world.provider.requestLog().arrived() - 500).isBetween(0L, (long) inHand);
        }
    }

    @Test
    void aWorkerThatWasFrozenSettlesNothingAndComesBack(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("100ms..300ms"));
        try (World world = World.create(broker, slow, 4)) {
            world.enqueue("run", "job", 600, "question");
            try (ChildProcess child = child(world, broker)) {
                String frozen = child.awaitReady(World.PATIENCE);
                world.awaitResults(100);
                child.pause();
                Worker other = world.start(settings(world));
                World.await(
                        "the other took over",
                        () -> world.results().stream()
                                .anyMatch(result -> result.getWorker().equals(other.id())));
                child.resume();

                List<Result> results = world.awaitResults(600);
                World.await("lane worked off", world::isWorkedOff);

                assertThat(World.ids(results)).hasSize(600);
                assertThat(world.results()).hasSize(600);
                assertThat(world.provider.requestLog().arrived() - 600).isBetween(0L, (long) IN_HAND);
                assertThat(results.stream().map(Result::getWorker)).contains(frozen, other.id());
                assertThat(child.isAlive()).isTrue();
                child.terminate();
                assertThat(child.awaitExit(World.PATIENCE)).isZero();
            }
        }
    }

    @Test
    void aBrokerThatCrashesAndComesBackCostsNoSecondCall() throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("100ms..300ms"));
        try (BrokerProcess broker = BrokerProcess.start(
                                EmbeddedKafkaSettings.temporary().withQuickShutdown(false))
                        .awaitReady();
                World world = World.create(broker.bootstrap(), slow, 4)) {
            world.enqueue("run", "job", 800, "question");
            Worker worker = world.start(settings(world));
            world.awaitResults(100);

            broker.kill9();
            long calls = world.provider.requestLog().arrived();
            broker.restart();
            broker.awaitReady();

            List<Result> results = world.awaitResults(800);
            World.await("lane worked off", world::isWorkedOff);
            assertThat(World.ids(results)).hasSize(800);
            assertThat(world.results()).hasSize(800);
            assertThat(calls).isLessThan(800);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(800);
            assertThat(worker.isReady()).isTrue();
        }
    }

    @Test
    void anEndOnRequestDrains(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("500ms"));
        try (World world = World.create(broker, slow, 2)) {
            world.enqueue("run", "job", 200, "question");
            try (ChildProcess child = child(world, broker)) {
                child.awaitReady(World.PATIENCE);
                world.awaitResults(20);
                child.terminate();

                assertThat(child.awaitExit(World.PATIENCE)).isZero();
            }

            assertThat(world.provider.requestLog().disconnects()).isZero();
            assertThat(world.results())
                    .hasSize((int) world.provider.requestLog().arrived());
            Map<Integer, Settlement> settlements = world.settlements();
            assertThat(settlements.values())
                    .allMatch(settlement -> settlement.started().isEmpty());
        }
    }

    private WorkerSettings settings(World world) {
        return world.settings().withInFlight(IN_FLIGHT).withSessionTimeout(Duration.ofSeconds(6));
    }

    private ChildProcess child(World world, EmbeddedKafka broker) throws Exception {
        Path file = Files.writeString(directory.resolve("worker.yaml"), """
            worker: child
            inFlight: %d
            sessionTimeout: 6s
            trimInterval: 0s
            drainGrace: 10s
            lanes:
              - name: %s
            providers:
              - name: sim
                baseUrl: %s
            routes:
              - name: %s
                provider: sim
                model: simulator-small
            """.formatted(
                        IN_FLIGHT, World.LANE, world.provider.baseUrl(), World.ROUTE));
        return ChildProcess.start(
                WorkerMain.class,
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of(broker.bootstrap(), world.topics.prefix(), file.toString()),
                Map.of(),
                directory.resolve("worker.log"));
    }
}
