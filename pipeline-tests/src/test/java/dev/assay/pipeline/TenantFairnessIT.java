package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.read.RunRecords;
import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Result;
import dev.assay.testkit.World;
import dev.assay.worker.intake.Slots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A tenant with a few jobs comes behind one with very many. The property {@code fairness.backlog} says how many; with
 * 100000 it is the full form, which is held to its time too. It runs alone, for it tells times.
 */
@Isolated
class TenantFairnessIT extends Scenario {
    private static final int BACKLOG = Integer.getInteger("fairness.backlog", 5_000);
    private static final int FULL = 100_000;
    private static final int FEW = 100;
    private static final int IN_FLIGHT = 8;
    private static final Duration CALL = Duration.ofMillis(100);

    @Test
    void aFewJobsBehindAnotherTenantsManyTakeTwiceTheirTimeAndOneCallAtMost(@TempDir Path directory) {
        World world = world(directory, SimulatorSettings.standard().withLatency(new Latency.Fixed(CALL)), IN_FLIGHT);
        world.startWorker("worker-1");
        submit(world, "warm-up", "few", FEW);
        world.awaitOver("warm-up", PATIENCE);
        submit(world, "alone", "few", FEW);
        world.awaitOver("alone", PATIENCE);
        submit(world, "many", "many", BACKLOG);
        submit(world, "behind", "few", FEW);
        world.awaitOver("behind", PATIENCE);

        Duration alone = took(world, "alone");
        Duration behind = took(world, "behind");
        int leftOfMany = BACKLOG - results(world, "many").size();

        long passed = callsWhileServed(world, "many", "behind");

        String figures = FEW + " jobs took " + alone.toMillis() + " ms on an empty queue and " + behind.toMillis()
                + " ms behind " + BACKLOG + ", of which " + leftOfMany + " were left and " + passed
                + " were called while the few were";
        System.out.println(figures);
        // Otherwise there was nothing to stand behind.
        assertThat(leftOfMany).as(figures).isPositive();
        assertThat(passed).as(figures).isLessThanOrEqualTo(FEW + Slots.mostInHand(IN_FLIGHT));
        if (BACKLOG >= FULL) {
            assertThat(behind)
                    .as(figures)
                    .isLessThanOrEqualTo(alone.multipliedBy(2).plus(CALL));
        }
    }

    /** Calls of one run that began between the first and the last of another. */
    private static long callsWhileServed(World world, String run, String other) {
        List<Instant> served = starts(world, other);
        Instant first = Collections.min(served);
        Instant last = Collections.max(served);
        return starts(world, run).stream()
                .filter(start -> !start.isBefore(first) && !start.isAfter(last))
                .count();
    }

    private static List<Instant> starts(World world, String run) {
        return results(world, run).stream()
                .flatMap(result -> result.getAttempts().stream())
                .map(Attempt::getStartedAt)
                .toList();
    }

    private static void submit(World world, String run, String tenant, int jobs) {
        List<NewJob> all = questions(jobs);
        try (AssayProducer producer = AssayProducer.connect(world.clients().settings())) {
            SubmitRequest request = SubmitRequest.run(run)
                    .lane(World.LANE)
                    .route(World.ROUTE)
                    .tenant(tenant)
                    .bound(2L * BACKLOG + FEW)
                    .build();
            assertThat(producer.submit(request, JobInput.records("jobs of " + run, all)))
                    .isEqualTo(new SubmitOutcome.Enqueued(run, jobs, jobs, 0, 0));
        }
    }

    /** From the first job's enqueueing to the last one's answer. */
    private static Duration took(World world, String run) {
        List<Result> results = results(world, run);
        Instant first = results.stream()
                .map(Result::getEnqueuedAt)
                .min(Instant::compareTo)
                .orElseThrow();
        Instant last = results.stream()
                .map(Result::getFinishedAt)
                .max(Instant::compareTo)
                .orElseThrow();
        return Duration.between(first, last);
    }

    private static List<Result> results(World world, String run) {
        List<Result> results = new ArrayList<>();
        new RunRecords(world.clients()).results(run, null, results::add);
        return results;
    }
}
