package dev.assay.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreCommandTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Path ANSWERS = Path.of("..", "scorer/src/test/resources/dev/assay/scorer/answers");

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"by-hand.jsonl", "built.jsonl"})
    void scoresTheTableOfAnswersAsItSays(String name) throws IOException {
        Path file = ANSWERS.resolve(name);
        Path out = dir.resolve("scored.jsonl");

        Call call = Call.of("score", file.toString(), "--json", "--out", out.toString());

        assertThat(call.code()).as(call.err()).isZero();
        Map<String, JsonNode> scored = new HashMap<>();
        for (JsonNode line : lines(out)) {
            scored.put(line.get("custom_id").asText(), line);
        }
        long passes = 0;
        List<String> wrongly = new ArrayList<>();
        for (JsonNode line : lines(file)) {
            JsonNode expected = line.get("expect").get("passed");
            passes += expected.asBoolean(false) ? 1 : 0;
            JsonNode passed =
                    requireNonNull(scored.get(line.get("id").asText())).get("passed");
            if (!passed.equals(expected)) {
                wrongly.add(line + " was " + passed);
            }
        }
        assertThat(wrongly).isEmpty();
        JsonNode summary = MAPPER.readTree(call.out()).get("summary");
        assertThat(summary.get("passed").asLong()).isEqualTo(passes);
        assertThat(summary.get("remainder").asLong()).isZero();
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(MAPPER.readTree(line));
        }
        return lines;
    }
}
