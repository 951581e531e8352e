package dev.assay.schemas.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.golden.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.junit.jupiter.api.Test;

/** Services are upgraded one by one, so new ones read what old ones wrote, and old ones read what new ones write. */
class SchemaHistoryTest {
    @Test
    void todaysSchemasReadEveryVersion() throws Exception {
        for (GoldenFiles.Golden golden : GoldenFiles.all()) {
            assertThat(Compatibility.problems(today(golden.name()), golden.schema()))
                    .as("today's %s reading %s", golden.name(), golden)
                    .isEmpty();
        }
    }

    @Test
    void theLatestVersionReadsTodaysSchemas() throws Exception {
        for (GoldenFiles.Golden golden :
                GoldenFiles.of(GoldenFiles.versions().getLast()).values()) {
            assertThat(Compatibility.problems(golden.schema(), today(golden.name())))
                    .as("%s reading today's %s", golden, golden.name())
                    .isEmpty();
        }
    }

    @Test
    void everythingIsDocumented() throws Exception {
        List<String> undocumented = new ArrayList<>();
        List<Schema> schemas = schemasInFiles();
        for (Schema schema : schemas) {
            if (isBlank(schema.getDoc())) {
                undocumented.add(schema.getName());
            }
            if (schema.getType() == Schema.Type.RECORD) {
                schema.getFields().stream()
                        .filter(field -> isBlank(field.doc()))
                        .forEach(field -> undocumented.add(schema.getName() + "." + field.name()));
            }
        }

        assertThat(undocumented).isEmpty();
        assertThat(schemas).hasSizeGreaterThan(20);
    }

    private static Schema today(String sample) {
        return requireNonNull(Samples.all().get(sample), sample).getSchema();
    }

    private static List<Schema> schemasInFiles() throws IOException {
        SchemaParser parser = new SchemaParser();
        try (Stream<Path> files = Files.list(Path.of("src/main/avro"))) {
            for (Path file : files.toList()) {
                parser.parse(file);
            }
        }
        return parser.getParsedNamedSchemas();
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}
