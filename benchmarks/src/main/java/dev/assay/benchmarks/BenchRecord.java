package dev.assay.benchmarks;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * What was measured, as it is kept.
 *
 * @param at when the first benchmark began
 * @param revision commit of the sources, see {@link Revision}
 * @param entries every benchmark's, in order
 */
public record BenchRecord(Instant at, String revision, Form form, Machine machine, List<Entry> entries) {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final JsonMapper MAPPER = new JsonMapper();

    /** One benchmark. */
    public record Entry(String name, String summary, Duration took, Outcome outcome) {}

    public BenchRecord {
        entries = List.copyOf(entries);
    }

    /** Whether the work of every benchmark was right. */
    public boolean isRight() {
        return entries.stream().allMatch(entry -> entry.outcome() instanceof Outcome.Measured);
    }

    /** Whether it was, and every figure reaches its bar. */
    public boolean holds() {
        return entries.stream()
                .allMatch(entry -> entry.outcome() instanceof Outcome.Measured measured && measured.holds());
    }

    public ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("at", at.toString());
        node.put("revision", revision);
        node.put("form", word(form));
        node.putObject("machine")
                .put("cores", machine.cores())
                .put("memoryBytes", machine.memoryBytes())
                .put("system", machine.system())
                .put("jvm", machine.jvm())
                .put("loadAverageAtStart", machine.load());
        ArrayNode benchmarks = node.putArray("benchmarks");
        entries.forEach(entry -> benchmarks.add(json(entry)));
        return node;
    }

    /**
     * Writes it.
     *
     * @param file is replaced
     */
    public void write(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json()) + "\n");
    }

    /** A file name that tells the time. */
    public String fileName() {
        return "bench-" + NAME.format(at) + ".json";
    }

    private static ObjectNode json(Entry entry) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", entry.name());
        node.put("summary", entry.summary());
        node.put("tookMillis", entry.took().toMillis());
        switch (entry.outcome()) {
            case Outcome.NotRight(String reason) -> node.put("notRight", reason);
            case Outcome.Measured measured -> {
                ObjectNode parameters = node.putObject("parameters");
                measured.parameters().forEach(parameters::put);
                ArrayNode figures = node.putArray("figures");
                measured.figures().forEach(figure -> figures.add(json(figure)));
            }
        }
        return node;
    }

    private static ObjectNode json(Figure figure) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", figure.name());
        node.put("value", figure.value());
        node.put("unit", figure.unit());
        Bar bar = figure.bar();
        if (bar != null) {
            node.putObject("bar").put(word(bar.side()), bar.limit());
            node.put("holds", figure.holds());
        }
        return node;
    }

    private static String word(Form form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    private static String word(Bar.Side side) {
        return switch (side) {
            case AT_LEAST -> "atLeast";
            case AT_MOST -> "atMost";
        };
    }
}
