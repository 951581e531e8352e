package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.Guarantee;
import dev.assay.testkit.TestKafka;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What scenarios have in common: a Kafka, a world for each test, and the check of every guarantee. */
@ExtendWith(SharedKafka.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Scenario {
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Two tenants that share no partition where a lane has 8. */
    private static final List<String> SPREAD = List.of("right", "white");

    private Optional<TestKafka> kafka = Optional.empty();
    private final List<World> worlds = new ArrayList<>();

    /** The Kafka to use; the shared one, unless a scenario is about another or does something to it. */
    Optional<TestKafka> openKafka(SharedKafka.Access shared) {
        return shared.open();
    }

    /** Ends what {@link #openKafka} started; nothing where that is shared. */
    void closeKafka(TestKafka opened) {}

    @BeforeAll
    void start(SharedKafka.Access shared) {
        kafka = openKafka(shared);
        assumeTrue(kafka.isPresent(), "no Docker engine answers here: scenarios on a container are skipped");
    }

    @AfterEach
    void closeWorlds() {
        worlds.forEach(World::close);
        worlds.clear();
    }

    @AfterAll
    void stop() {
        kafka.ifPresent(this::closeKafka);
    }

    TestKafka kafka() {
        return kafka.orElseThrow();
    }

    World world(Path directory, SimulatorSettings simulator, int inFlight) {
        return world(directory, WorldSettings.of(simulator, inFlight));
    }

    World world(Path directory, WorldSettings settings) {
        World world = World.open(kafka(), directory, settings);
        worlds.add(world);
        return world;
    }

    static SimulatorSettings answeringAfter(Duration latency) {
        return SimulatorSettings.standard().withLatency(new Latency.Fixed(latency));
    }

    static void submitAll(World world, String runId, int jobs) {
        SubmitOutcome outcome = world.submit(runId, questions(jobs), request -> {});
        assertThat(outcome).isEqualTo(new SubmitOutcome.Enqueued(runId, jobs, jobs, 0, 0));
    }

    /**
     * Submits jobs so that they lie on every partition of the lane, and every worker gets some: as two runs of tenants
     * whose shards have no partition in common, in small chunks.
     *
     * @param jobs how many, an even number
     * @return the ids of the two runs
     */
    static String[] submitSpread(World world, String name, int jobs) {
        String[] runIds = new String[SPREAD.size()];
        for (int i = 0; i < runIds.length; i++) {
            String tenant = SPREAD.get(i);
            int share = jobs / runIds.length;
            runIds[i] = name + "-" + tenant;
            SubmitOutcome outcome = world.submit(
                    runIds[i],
                    questions(share),
                    request -> request.tenant(tenant).chunkJobs(Math.clamp(share / 16, 1, 50)));
            assertThat(outcome).isInstanceOf(SubmitOutcome.Enqueued.class);
        }
        return runIds;
    }

    static void awaitOver(World world, String... runIds) {
        for (String runId : runIds) {
            world.awaitOver(runId, PATIENCE);
        }
    }

    /** Stops the world's workers and checks every guarantee for each of its runs. */
    static void checkEveryGuarantee(World world, String... runIds) {
        for (String runId : runIds) {
            checkEveryGuarantee(world.evidence(runId));
        }
    }

    static void checkEveryGuarantee(Evidence evidence) {
        Guarantee.all().forEach(guarantee -> guarantee.check(evidence));
    }

    /** Questions that the simulator answers with a text of its own, of which every third contains what is expected. */
    static List<NewJob> questions(int count) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String expected = i % 3 == 0 ? "Simulated answer" : "no such answer";
            jobs.add(NewJob.of(
                            "question-" + i,
                            "{\"messages\":[{\"role\":\"user\",\"content\":\"Question number " + i
                                    + "?\"}],\"max_tokens\":64}")
                    .expecting("{\"scorer\":\"contains\",\"ideal\":\"" + expected + "\"}"));
        }
        return jobs;
    }
}
