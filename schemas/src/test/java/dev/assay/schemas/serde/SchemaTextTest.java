package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.golden.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class SchemaTextTest {
    @Test
    void itIsTheFilesTextWithoutHintsForJava() throws Exception {
        Schema fromFile = new Schema.Parser().parse(Files.readString(Path.of("src/main/avro/TokenUsage.avsc")));

        assertThat(SchemaText.of(TokenUsage.getClassSchema())).isEqualTo(fromFile.toString());
    }

    @Test
    void nothingButTheHintsIsLost() {
        for (SpecificRecordBase record : Samples.all().values()) {
            Schema plain = new Schema.Parser().parse(SchemaText.of(record.getSchema()));

            assertThat(plain.toString())
                    .isEqualTo(record.getSchema()
                            .toString()
                            .replace("{\"type\":\"string\",\"avro.java.string\":\"String\"}", "\"string\"")
                            .replace(",\"avro.java.string\":\"String\"", ""));
            assertThat(SchemaText.of(plain)).isEqualTo(plain.toString());
        }
    }
}
