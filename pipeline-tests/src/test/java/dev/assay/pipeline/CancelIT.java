package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.Assay;
import dev.assay.cli.terminal.Terminal;
import dev.assay.producer.SubmitOutcome;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run is cancelled by the command line while two workers work on it and on another one. */
class CancelIT extends Scenario {
    private static final Duration PROMISED = Duration.ofSeconds(2);

    @Test
    void aCancelledRunMakesNoFurtherCallAndAccountsForEveryJobWhileAnotherGoesOn(@TempDir Path directory)
            throws Exception {
        World world = world(directory, answeringAfter(Duration.ofMillis(1_500)), 12);
        world.startWorkers("one", "two");
        assertThat(world.submit("cancelled", questions(600), request -> request.chunkJobs(25)))
                .isInstanceOf(SubmitOutcome.Enqueued.class);
        assertThat(world.submit("untouched", questions(40), request -> request.chunkJobs(5)))
                .isInstanceOf(SubmitOutcome.Enqueued.class);
        world.awaitCalls(60, PATIENCE);

        cancel(world, "cancelled");
        Instant cancelled = Clock.system().now();
        world.awaitOver("cancelled", PATIENCE);
        world.awaitOver("untouched", PATIENCE);

        Evidence evidence = world.evidence("cancelled");
        checkEveryGuarantee(evidence);
        checkEveryGuarantee(world.evidence("untouched"));
        List<CallRecord> calls = world.provider().requestLog().calls();
        List<CallRecord> ofCancelled =
                calls.stream().filter(call -> isOf(call, "cancelled")).toList();
        assertThat(ofCancelled).allSatisfy(call -> {
            assertThat(call.arrivedAt()).isBefore(cancelled.plus(PROMISED));
            assertThat(call.arrivedAt().plusNanos(call.durationNanos())).isBefore(cancelled.plus(PROMISED));
        });
        assertThat(ofCancelled.stream().filter(CallRecord::disconnected))
                .as("running calls were cut at the provider")
                .isNotEmpty();
        assertThat(calls.stream().filter(call -> isOf(call, "untouched")))
                .hasSize(40)
                .noneMatch(CallRecord::disconnected);
        Map<String, Long> outcomes = evidence.run().outcomes();
        assertThat(outcomes).containsOnlyKeys("SCORED", "CANCELLED");
        assertThat(outcomes.get("CANCELLED")).isGreaterThan(400);
    }

    private static boolean isOf(CallRecord call, String runId) {
        return String.valueOf(call.idempotencyKey()).startsWith(runId + "/");
    }

    private static void cancel(World world, String runId) {
        KafkaSettings kafka = world.clients().settings();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Terminal terminal = Terminal.piped(new ByteArrayInputStream(new byte[0]), print, print, Map.of());
        int code = Assay.run(
                terminal,
                "cancel",
                runId,
                "--yes",
                "--bootstrap",
                kafka.bootstrap(),
                "--prefix",
                kafka.topics().prefix());
        assertThat(code).as(out.toString(StandardCharsets.UTF_8)).isZero();
    }
}
