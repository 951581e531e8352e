package dev.assay.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Kept figures as a page in Markdown, so that nobody has to copy them. */
public final class BenchReport {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** A benchmark, and the record that it is in. */
    private record Found(JsonNode record, JsonNode benchmark) {}

    private BenchReport() {}

    /**
     * Reads what {@link BenchRecord#write} wrote.
     *
     * @throws IllegalArgumentException when the file holds something else
     */
    public static JsonNode read(Path file) throws IOException {
        try {
            JsonNode record = MAPPER.readTree(Files.readString(file));
            if (record.path("benchmarks").isArray() && record.path("machine").isObject()) {
                return record;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + ": no JSON: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException(file + ": no figures (expected: a file that assay bench wrote)");
    }

    /**
     * The page's lines. Of a benchmark that several records hold, the last one's figures are shown.
     *
     * @param records as they were read, the oldest first
     */
    public static List<String> lines(List<JsonNode> records) {
        Map<String, Found> byName = new LinkedHashMap<>();
        for (JsonNode record : records) {
            for (JsonNode benchmark : record.path("benchmarks")) {
                byName.put(benchmark.path("name").asText(), new Found(record, benchmark));
            }
        }
        List<String> lines = new ArrayList<>(List.of(
                "# Figures",
                "",
                "Written by `assay bench --report`; what each figure is and how it is taken is told in"
                        + " [benchmarks.md](../benchmarks.md).",
                "Rates and processor times are those of one machine; ratios say more."));
        byName.values().forEach(found -> lines.addAll(section(found.record(), found.benchmark())));
        return lines;
    }

    private static List<String> section(JsonNode record, JsonNode benchmark) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("## " + benchmark.path("name").asText());
        lines.add("");
        lines.add(capital(benchmark.path("summary").asText()) + ".");
        lines.add("");
        if (benchmark.has("notRight")) {
            lines.add("Not measured: " + benchmark.path("notRight").asText());
        } else {
            lines.add("| figure | value | unit | bar | holds |");
            lines.add("|---|---:|---|---|---|");
            benchmark.path("figures").forEach(figure -> lines.add(row(figure)));
            lines.add("");
            benchmark
                    .path("parameters")
                    .properties()
                    .forEach(parameter -> lines.add("- " + parameter.getKey() + ": "
                            + parameter.getValue().asText()));
        }
        lines.add("");
        lines.add(taken(record));
        JsonNode machine = record.path("machine");
        if (Machine.isBusy(
                machine.path("loadAverageAtStart").asDouble(),
                machine.path("cores").asInt())) {
            lines.add("**The machine was busy with other things, so these figures say little.**");
        }
        return lines;
    }

    private static String row(JsonNode figure) {
        JsonNode bar = figure.path("bar");
        String wanted = bar.has("atLeast")
                ? ">= " + bar.path("atLeast").asText()
                : bar.has("atMost") ? "<= " + bar.path("atMost").asText() : "";
        String holds = figure.has("holds") ? figure.path("holds").asBoolean() ? "yes" : "**no**" : "";
        return "| " + figure.path("name").asText() + " | "
                + number(figure.path("value").asDouble()) + " | "
                + figure.path("unit").asText() + " | " + wanted + " | " + holds + " |";
    }

    private static String taken(JsonNode record) {
        JsonNode machine = record.path("machine");
        return String.format(
                Locale.ROOT,
                "Taken %s at revision %s (%s form): %d cores, %.1f GiB, %s, %s, load average %.2f at the start.",
                record.path("at").asText(),
                record.path("revision").asText(),
                record.path("form").asText(),
                machine.path("cores").asInt(),
                machine.path("memoryBytes").asLong() / (double) (1 << 30),
                machine.path("system").asText(),
                machine.path("jvm").asText(),
                machine.path("loadAverageAtStart").asDouble());
    }

    /** Four digits that count, and no more. */
    static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1_000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
