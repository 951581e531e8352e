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
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code assay bench budget}: a burst of jobs, two workers and a limit that is used up within seconds, one
 * of them killed then and started again. What the first minute allows is called, and nothing beyond.
 */
class BudgetHeldIT {
    private static final int RPM = 100;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aBurstIsCalledToTheLimitAndNotBeyondThoughOneOfTwoWorkersIsKilled(@TempDir Path state) throws IOException {
        Terminal terminal = Terminal.piped(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of());

        int code = Assay.run(
                terminal,
                "bench",
                "budget",
                "--rpm",
                String.valueOf(RPM),
                "--tpm",
                "1000000",
                "--job-tokens",
                "60",
                "--jobs",
                "1022",
                "--workers",
                "2",
                "--seconds",
                "20",
                "--faults",
                "kill",
                "--json",
                "--state",
                state.toString());

        JsonNode benchmark = new JsonMapper()
                .readTree(out.toString(StandardCharsets.UTF_8))
                .path("benchmarks")
                .path(0);
        assertThat(benchmark.path("notRight").asText()).isEmpty();
        assertThat(figure(benchmark, "calls in the first 60 s")).isLessThanOrEqualTo(RPM);
        assertThat(figure(benchmark, "peak, requests")).isLessThanOrEqualTo(RPM).isGreaterThan(RPM * 0.9);
        assertThat(figure(benchmark, "429s")).isZero();
        assertThat(code).as(benchmark.toPrettyString()).isZero();
        assertThat(state.resolve("benchmarks").resolve("stage")).doesNotExist();
    }

    private static double figure(JsonNode benchmark, String name) {
        for (JsonNode figure : benchmark.path("figures")) {
            if (figure.path("name").asText().equals(name)) {
                return figure.path("value").asDouble();
            }
        }
        throw new AssertionError("no figure " + name + " in " + benchmark);
    }
}
