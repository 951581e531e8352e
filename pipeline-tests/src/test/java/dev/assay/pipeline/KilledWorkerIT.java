package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.Assay;
import dev.assay.cli.terminal.Terminal;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker dies without a word in the middle of a run. */
class KilledWorkerIT extends Scenario {
    private static final int IN_FLIGHT = 32;

    @Test
    void aKilledWorkerLosesAndDoublesNothing(@TempDir Path directory) throws IOException {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(50)), IN_FLIGHT)
                        .withPlenty());
        ChildProcess victim = world.startWorkers("victim", "survivor").getFirst();
        String[] runs = submitSpread(world, "killed", 3_000);
        world.awaitCalls(1_000, PATIENCE);

        world.killWorker(victim);
        awaitOver(world, runs);

        checkEveryGuarantee(world, runs);
        for (String runId : runs) {
            assertThat(world.evidence(runId).run().outcomes()).containsOnlyKeys("SCORED");
        }
        checkLedger(world);
    }

    /**
     * Every call is charged: as the results tell, or for one whose result died with its worker besides, or as reserved
     * where nobody will ever tell.
     */
    private static void checkLedger(World world) throws IOException {
        KafkaSettings kafka = world.clients().settings();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Terminal terminal = Terminal.piped(new ByteArrayInputStream(new byte[0]), print, System.err, Map.of());
        int code = Assay.run(
                terminal,
                "budgets",
                "verify",
                "--json",
                "--bootstrap",
                kafka.bootstrap(),
                "--prefix",
                kafka.topics().prefix());
        String told = out.toString(StandardCharsets.UTF_8);
        JsonNode budget = new JsonMapper().readTree(told).path("budgets").path(0);
        long unstored = requests(budget, "charged") - requests(budget, "results");
        long unknown = requests(budget, "uncertain") + requests(budget, "underWay");
        assertThat(requests(budget, "results")).as(told).isEqualTo(3_000);
        assertThat(unstored).as(told).isBetween(0L, (long) IN_FLIGHT);
        assertThat(code).as(told).isEqualTo(unstored == 0 ? 0 : 1);
        // What was granted and not sent when its worker died is charged too.
        assertThat(3_000 + unstored + unknown)
                .as(told)
                .isBetween(
                        world.provider().requestLog().arrived(),
                        world.provider().requestLog().arrived() + IN_FLIGHT);
    }

    private static long requests(JsonNode budget, String part) {
        return budget.path(part).path("requests").asLong(-1);
    }
}
