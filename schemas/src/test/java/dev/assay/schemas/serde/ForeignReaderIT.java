package dev.assay.schemas.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.golden.Samples;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records written here are read, and written again, by a Node program with npm's Confluent client: the format is the
 * one that the world knows, not merely one that Assay agrees with itself about. Runs with the profile {@code foreign}.
 */
@Tag("foreign")
class ForeignReaderIT {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Path SOURCES = Path.of("src/test/resources/foreign");

    @TempDir
    static Path directory;

    @BeforeAll
    static void installTheClient() throws Exception {
        for (String file : List.of("package.json", "package-lock.json", "read.js")) {
            Files.copy(SOURCES.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        try {
            run(List.of("node", "--version"), "");
            run(List.of("npm", "--version"), "");
        } catch (IOException e) {
            abort("the foreign reader is skipped: it needs node and npm on the PATH (" + e.getMessage() + ")");
        }
        run(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"), "");
    }

    @Test
    void aForeignClientReadsAndWritesEveryRecord() throws Exception {
        Map<String, SpecificRecordBase> samples = Samples.all();
        try (RestRegistry registry = new RestRegistry();
                AvroSerializer serializer = new AvroSerializer()) {
            serializer.configure(Map.of("schema.registry.url", registry.url()), false);
            Map<String, String> written = new LinkedHashMap<>();
            samples.forEach((name, record) -> written.put(
                    name + "-value", HexFormat.of().formatHex(requireNonNull(serializer.serialize(name, record)))));
            List<String> lines = new ArrayList<>();
            written.forEach((subject, hex) -> lines.add(subject + " " + hex));

            String output = run(List.of("node", "read.js", registry.url()), String.join("\n", lines) + "\n");

            List<String> answers = output.lines().toList();
            assertThat(answers).hasSameSizeAs(samples.keySet());
            for (String line : answers) {
                JsonNode answer = MAPPER.readTree(line);
                String subject = answer.get("subject").asText();
                SpecificRecordBase sample = requireNonNull(samples.get(subject.replace("-value", "")));
                assertThat(answer.get("record"))
                        .as(subject)
                        .isEqualTo(MAPPER.readTree(json(sample).toString()));
                assertThat(answer.get("again").asText()).as(subject).isEqualTo(written.get(subject));
            }
        }
    }

    /** A record as the Node program shows it: decimals and times as text, bytes in hex, a branch by its name. */
    private static JsonNode json(SpecificRecord record) {
        ObjectNode json = MAPPER.createObjectNode();
        for (Schema.Field field : record.getSchema().getFields()) {
            json.set(field.name(), value(record.get(field.pos()), field.schema()));
        }
        return json;
    }

    private static JsonNode value(@Nullable Object value, Schema schema) {
        if (value instanceof SpecificRecord record) {
            boolean isNamedBranch = schema.isUnion()
                    && schema.getTypes().stream().noneMatch(branch -> branch.getType() == Schema.Type.NULL)
                    && schema.getTypes().size() > 1;
            JsonNode json = json(record);
            return isNamedBranch
                    ? MAPPER.createObjectNode().set(record.getSchema().getFullName(), json)
                    : json;
        }
        return switch (value) {
            case null -> MAPPER.nullNode();
            case BigDecimal decimal -> MAPPER.getNodeFactory().textNode(decimal.toPlainString());
            case ByteBuffer bytes -> {
                byte[] copy = new byte[bytes.remaining()];
                bytes.duplicate().get(copy);
                yield MAPPER.getNodeFactory().textNode(HexFormat.of().formatHex(copy));
            }
            case List<?> items -> {
                var array = MAPPER.createArrayNode();
                Schema type = schema.getElementType();
                items.forEach(item -> array.add(value(item, type)));
                yield array;
            }
            case Map<?, ?> entries -> {
                ObjectNode object = MAPPER.createObjectNode();
                entries.forEach((key, entry) -> object.set(String.valueOf(key), value(entry, schema.getValueType())));
                yield object;
            }
            case Integer number -> MAPPER.getNodeFactory().numberNode(number);
            case Long number -> MAPPER.getNodeFactory().numberNode(number);
            // JavaScript writes whole numbers without a point.
            case Double number
            when number == Math.rint(number) -> MAPPER.getNodeFactory().numberNode(number.longValue());
            case Double number -> MAPPER.getNodeFactory().numberNode(number);
            case Boolean flag -> MAPPER.getNodeFactory().booleanNode(flag);
            default -> MAPPER.getNodeFactory().textNode(value.toString());
        };
    }

    private static String run(List<String> command, String input) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "out", ".txt");
        Path errors = Files.createTempFile(directory, "err", ".txt");
        Path given = Files.writeString(Files.createTempFile(directory, "in", ".txt"), input);
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(given.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES))
                    .as(command + " ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as(() -> command + " failed: " + text(errors))
                .isZero();
        return text(output);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
