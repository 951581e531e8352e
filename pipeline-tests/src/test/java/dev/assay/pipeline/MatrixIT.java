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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The matrix of faults in its short form, as a user plays it; alone, for its rows measure times. */
@Isolated
class MatrixIT {
    @Test
    void everyRowIsAsItShouldBe(@TempDir Path state) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.piped(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of());

        int code = Assay.run(terminal, "drill", "matrix", "--json", "--parallel", "8", "--state", state.toString());

        JsonNode matrix = JsonMapper.builder().build().readTree(out.toString(StandardCharsets.UTF_8));
        List<String> wrong = new ArrayList<>();
        matrix.path("rows").forEach(row -> {
            if (!row.path("verdict").asText().equals("OK")) {
                wrong.add(row.toPrettyString());
            }
        });
        assertThat(wrong).as(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(matrix.path("rows").size()).isGreaterThanOrEqualTo(30);
        try (Stream<Path> kept = Files.list(state.resolve("drills"))) {
            assertThat(kept.map(file -> String.valueOf(file.getFileName())))
                    .hasSize(2)
                    .allMatch(name -> name.matches("matrix-[0-9]{8}T[0-9]{6}Z\\.(json|txt)"));
        }
    }
}
