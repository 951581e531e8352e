package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.Assay;
import dev.assay.cli.read.RunReader;
import dev.assay.cli.terminal.Terminal;
import dev.assay.runtime.LaneReader;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.schemas.topics.Topics;
import dev.assay.testkit.World;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Submitters, each a process of its own, race into a lane with a bound of its own, with no worker alive. One is killed,
 * one is frozen beyond every timeout. The full form is the command {@code assay bench slots}.
 */
class SlotsIT extends Scenario {
    private static final int BOUND = 1_000;
    private static final int JOBS = 400;
    private static final List<String> RUNS = List.of("race-1", "race-2", "race-3", "race-4");
    /** Beyond the session of a keeper, the timeout of a transaction, the lease of slots and its fence. */
    private static final Duration FREEZE = Duration.ofSeconds(20);

    @Test
    void theLaneIsNeverDeeperThanItsBoundWhateverHappensToItsSubmitters(@TempDir Path directory)
            throws InterruptedException {
        World world = world(directory, answeringAfter(Duration.ZERO), 64);
        setBound(world);
        RUNS.forEach(run -> writeJobs(world, directory, run));
        try (ServiceProcesses services =
                        new ServiceProcesses(Assay.class, world.clients().settings(), directory);
                DepthGauge depth = new DepthGauge(world)) {
            List<ChildProcess> submits = new ArrayList<>();
            RUNS.forEach(run -> submits.add(submit(services, directory, run)));
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> enqueued(world, RUNS.get(0)) > 0 && enqueued(world, RUNS.get(1)) > 0);
            submits.get(0).pause();
            submits.get(1).kill9();
            long frozenAt = System.nanoTime();

            await().atMost(PATIENCE).until(() -> depth.now() >= BOUND * 95 / 100);
            await().atMost(PATIENCE).until(() -> System.nanoTime() - frozenAt > FREEZE.toNanos());
            submits.get(0).resume();
            ChildProcess again = submit(services, directory, RUNS.get(1));
            world.startWorker("worker-1");

            for (ChildProcess submit : List.of(submits.get(0), again, submits.get(2), submits.get(3))) {
                assertThat(submit.awaitExit(PATIENCE)).as(submit.tail()).isZero();
            }
            awaitOver(world, RUNS.toArray(String[]::new));
            assertThat(depth.deepest()).isBetween(BOUND * 95L / 100, (long) BOUND);
            checkEveryGuarantee(world, RUNS.toArray(String[]::new));
        }
    }

    private static ChildProcess submit(ServiceProcesses services, Path directory, String run) {
        return services.submit(
                run,
                List.of(
                        directory.resolve(run + ".jsonl").toString(),
                        "--run",
                        run,
                        "--route",
                        World.ROUTE,
                        "--tenant",
                        "tenant-" + run));
    }

    private static void writeJobs(World world, Path directory, String run) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            lines.add("{\"custom_id\":\"job-" + i + "\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\","
                    + "\"body\":{\"messages\":[{\"role\":\"user\",\"content\":\"Question " + i + "?\"}]}}");
            world.expect(run, "job-" + i);
        }
        try {
            Files.write(directory.resolve(run + ".jsonl"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void setBound(World world) {
        Topics topics = world.clients().settings().topics();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Terminal terminal = Terminal.piped(new ByteArrayInputStream(new byte[0]), print, print, Map.of());
        int exit = Assay.run(
                terminal,
                "lanes",
                "bound",
                World.LANE,
                String.valueOf(BOUND),
                "--reason",
                "test",
                "--bootstrap",
                world.clients().settings().bootstrap(),
                "--prefix",
                topics.prefix());
        assertThat(exit).as(out.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static long enqueued(World world, String run) {
        try (RunReader reader = RunReader.of(world.clients(), run)) {
            reader.refresh();
            return reader.run(run).map(view -> view.enqueued()).orElse(0L);
        }
    }

    /** Reads the lane's depth as often as it can. */
    private static final class DepthGauge implements AutoCloseable {
        private final AtomicLong deepest = new AtomicLong();
        private final AtomicLong now = new AtomicLong();
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread thread;

        private DepthGauge(World world) {
            thread = Thread.ofPlatform().daemon().start(() -> watch(world));
        }

        private void watch(World world) {
            try (Admin admin = world.clients().admin("depth-gauge")) {
                LaneReader lane =
                        new LaneReader(admin, world.clients().settings().topics(), World.LANE);
                while (!closed.await(5, TimeUnit.MILLISECONDS)) {
                    now.set(lane.read().unfinished());
                    deepest.accumulateAndGet(now.get(), Math::max);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private long now() {
            return now.get();
        }

        private long deepest() {
            return deepest.get();
        }

        @Override
        public void close() {
            closed.countDown();
            try {
                thread.join(Duration.ofSeconds(30));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
