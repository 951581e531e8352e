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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Chaos in a short form, as a user plays it: a kill every six seconds, and one of the broker. It runs alone, for it
 * bounds recovery times.
 */
@Isolated
@Order(4)
class ChaosIT {
    @Test
    void everyPromiseHoldsWhateverIsKilled(@TempDir Path state) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.piped(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of());
        List<String> short2500 = List.of(
                "--jobs", "2500", "--minutes", "0.4", "--every", "6s", "--session", "3s", "--faults", "kill,broker");

        int code = Assay.run(terminal, arguments(state, short2500));

        String told = err.toString(StandardCharsets.UTF_8);
        JsonNode chaos = JsonMapper.builder().build().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(chaos.path("promises"))
                .as(told)
                .isNotEmpty()
                .allMatch(promise -> promise.path("held").asBoolean());
        assertThat(code).as(told).isZero();
        assertThat(chaos.path("faults").findValuesAsText("kind"))
                .containsExactlyInAnyOrder("kill", "kill", "kill", "kill", "broker");
        JsonNode counts = chaos.path("counts");
        assertThat(counts.path("results").asLong()).isEqualTo(2_500);
        assertThat(counts.path("scores").asLong()).isEqualTo(2_500);
        assertThat(counts.path("calls").asLong())
                .isEqualTo(2_500 + counts.path("duplicateCalls").asLong());
        assertThat(state.resolve("drills"))
                .isDirectoryContaining(
                        file -> String.valueOf(file.getFileName()).matches("chaos-[0-9]{8}T[0-9]{6}Z-seed1\\.json"));
    }

    private static String[] arguments(Path state, List<String> options) {
        List<String> all = new java.util.ArrayList<>(List.of("drill", "chaos", "--json", "--state", state.toString()));
        all.addAll(options);
        return all.toArray(String[]::new);
    }
}
