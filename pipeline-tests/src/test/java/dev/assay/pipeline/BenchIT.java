package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.Assay;
import dev.assay.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark in its shortest form, as a user runs it. What its figures are is no matter here. */
class BenchIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void workerAndPlainConsumerAnswerEveryJobOnceAndAreMeasured(@TempDir Path state) throws IOException {
        Path kept = state.resolve("figures.json");
        Path page = state.resolve("figures.md");

        int measured =
                run("bench", "throughput", "--smoke", "--json", "--state", state.toString(), "--out", kept.toString());
        JsonNode record = new JsonMapper().readTree(out.toString(StandardCharsets.UTF_8));
        int reported = run("bench", "--report", page.toString(), kept.toString());

        assertThat(measured).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(record).isEqualTo(new JsonMapper().readTree(Files.readString(kept)));
        JsonNode benchmark = record.path("benchmarks").path(0);
        assertThat(benchmark.path("notRight").asText()).isEmpty();
        assertThat(benchmark.path("figures").findValuesAsText("name"))
                .contains(
                        "worker, share of the ceiling",
                        "worker, CPU",
                        "worker with limits, share of the ceiling",
                        "plain consumer, CPU");
        assertThat(benchmark.path("figures").findValues("value"))
                .allMatch(value -> value.asDouble() >= 0)
                .anyMatch(value -> value.asDouble() > 0);
        assertThat(reported).isZero();
        assertThat(Files.readAllLines(page)).contains("## throughput");
        assertThat(state.resolve("benchmarks").resolve("stage")).doesNotExist();
    }

    @Test
    void deadLettersAreReadByTheCommandLineAndMeasured(@TempDir Path state) throws IOException {
        Path kept = state.resolve("figures.json");

        int code = run("bench", "dlq", "--letters", "2000", "--state", state.toString(), "--out", kept.toString());

        JsonNode benchmark = new JsonMapper()
                .readTree(Files.readString(kept))
                .path("benchmarks")
                .path(0);
        assertThat(benchmark.path("notRight").asText()).isEmpty();
        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isIn(0, 1);
        assertThat(benchmark.path("figures").findValuesAsText("name"))
                .contains("first page", "first page, a rare kind of one tenant", "stats", "all of them streamed");
    }

    private int run(String... args) {
        Terminal terminal = Terminal.piped(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of());
        return Assay.run(terminal, args);
    }
}
