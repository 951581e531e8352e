package dev.assay.cli.drill;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.drill.Observation.Judged;
import dev.assay.cli.terminal.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * A played matrix, as it is kept.
 *
 * @param at when its last row had ended
 * @param form short or full
 * @param seed what its chances hung on
 * @param took how long it took, the broker's start included
 * @param verdicts every row's, in order
 */
public record MatrixRecord(Instant at, Form form, long seed, Duration took, List<RowVerdict> verdicts) {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final JsonMapper MAPPER = new JsonMapper();

    public MatrixRecord {
        verdicts = List.copyOf(verdicts);
    }

    /** Whether every row is as it should be. */
    public boolean isRight() {
        return !verdicts.isEmpty() && verdicts.stream().allMatch(RowVerdict::isRight);
    }

    /** The table for people. */
    public List<String> lines(Style style) {
        return MatrixTable.of(this, style);
    }

    public ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("at", at.toString());
        node.put("form", form.name().toLowerCase(Locale.ROOT));
        node.put("seed", seed);
        node.put("tookMillis", took.toMillis());
        node.put("verdict", word(isRight()));
        ArrayNode rows = node.putArray("rows");
        verdicts.forEach(verdict -> rows.add(json(verdict)));
        return node;
    }

    /**
     * Keeps it as JSON and as text in a directory, and beside them the evidence of each row that is not as it should
     * be.
     *
     * @return the JSON file
     */
    public Path keep(Path directory) throws IOException {
        Files.createDirectories(directory);
        String name = "matrix-" + NAME.format(at);
        Path file = directory.resolve(name + ".json");
        Files.writeString(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json()) + "\n");
        Files.writeString(
                directory.resolve(name + ".txt"), String.join("\n", MatrixTable.of(this, Style.PLAIN)) + "\n");
        for (RowVerdict verdict : verdicts) {
            if (!verdict.isRight() && verdict.evidence() != null) {
                EvidenceFile.write(verdict.evidence(), directory.resolve(name + "-" + verdict.name() + ".jsonl"));
            }
        }
        return file;
    }

    private static ObjectNode json(RowVerdict verdict) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("row", verdict.row().name());
        node.put("done", verdict.row().done());
        node.put("verdict", word(verdict.isRight()));
        node.put("figure", verdict.figure());
        node.put("tookMillis", verdict.took().toMillis());
        if (!verdict.trouble().isEmpty()) {
            node.put("trouble", verdict.trouble());
        }
        ArrayNode observations = node.putArray("observations");
        for (Judged judged : verdict.judged()) {
            observations
                    .addObject()
                    .put("kind", judged.kind())
                    .put("what", judged.words())
                    .put("seen", judged.seen().words())
                    .put("asItShouldBe", judged.seen().isRight());
        }
        return node;
    }

    private static String word(boolean isRight) {
        return isRight ? "OK" : "NO";
    }
}
