package dev.assay.schemas.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.golden.Samples;
import java.math.BigDecimal;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AvroSerializerTest {
    private RestRegistry registry;
    private AvroSerializer serializer;

    @BeforeEach
    void open() throws Exception {
        registry = new RestRegistry();
        serializer = new AvroSerializer();
        serializer.configure(Map.of("schema.registry.url", registry.url()), false);
    }

    @AfterEach
    void close() {
        serializer.close();
        registry.close();
    }

    @Test
    void theEnvelopeIsAZeroTheIdAndTheRecord() {
        serializer.serialize("jobs", Samples.job());

        byte[] value = serializer.serialize(
                "t", TokenUsage.newBuilder().setInput(17).setOutput(-1).build());

        assertThat(value).containsExactly(0, 0, 0, 0, 2, 34, 0, 1, 0);
    }

    @Test
    void nullIsATombstone() {
        assertThat(serializer.serialize("t", null)).isNull();
        assertThat(registry.requests()).isEmpty();
    }

    @Test
    void subjectsAreNamedByTopicAndASchemaIsRegisteredOnce() {
        for (int i = 0; i < 3; i++) {
            serializer.serialize("assay.jobs.batch", Samples.job());
        }
        serializer.serialize("assay.jobs.judge", Samples.job());
        try (AvroSerializer ofKeys = new AvroSerializer()) {
            ofKeys.configure(Map.of("schema.registry.url", registry.url()), true);
            ofKeys.serialize("assay.jobs.batch", Samples.job());
        }

        assertThat(registry.requests())
                .containsExactly(
                        "POST /subjects/assay.jobs.batch-value/versions",
                        "POST /subjects/assay.jobs.judge-value/versions",
                        "POST /subjects/assay.jobs.batch-key/versions");
    }

    @Test
    void serializersWithEqualSettingsShareWhatTheyKnow() {
        serializer.serialize("t", Samples.job());
        try (AvroSerializer another = new AvroSerializer()) {
            another.configure(Map.of("schema.registry.url", registry.url(), "linger.ms", 5), false);
            another.serialize("t", Samples.job());
        }
        serializer.serialize("t", Samples.job());

        assertThat(registry.requests()).hasSize(1);
    }

    @Test
    void aSchemaIsRegisteredAsItsFileSays() {
        serializer.serialize("t", Samples.job());

        assertThat(registry.schema(1)).contains("\"type\":\"string\"").doesNotContain("avro.java.string");
    }

    @Test
    void withoutAutoRegistrationTheSchemaMustBeThere() {
        try (AvroSerializer careful = new AvroSerializer()) {
            careful.configure(Map.of("schema.registry.url", registry.url(), "auto.register.schemas", "false"), false);
            assertThatThrownBy(() -> careful.serialize("t", Samples.job()))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("subject t-value")
                    .hasMessageContaining("dev.assay.schemas.Job is not registered")
                    .hasMessageContaining("auto.register.schemas=true");

            int id = registry.put("t-value", Job.getClassSchema());
            assertThat(WireFormat.idOf(requireNonNull(careful.serialize("t", Samples.job()))))
                    .isEqualTo(id);
        }
    }

    @Test
    void aRecordThatDoesNotKeepItsSchemaIsNamed() {
        Job incomplete = Samples.job();
        incomplete.put(Job.getClassSchema().getField("tenant").pos(), null);
        Result tooFine = Result.newBuilder(Samples.result())
                .setCost(new BigDecimal("0.0000000001"))
                .build();

        assertThatThrownBy(() -> serializer.serialize("assay.jobs.batch", incomplete))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("topic assay.jobs.batch: a Job cannot be written")
                .hasMessageContaining("tenant");
        assertThatThrownBy(() -> serializer.serialize("assay.results", tooFine))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("topic assay.results: a Result cannot be written")
                .hasMessageContaining("scale");
        assertThat(serializer.serialize("assay.jobs.batch", Samples.job())).isNotEmpty();
    }

    @Test
    void settingsThatWouldBeIgnoredAreRefused() {
        try (AvroSerializer another = new AvroSerializer()) {
            assertThatThrownBy(() -> another.configure(
                            Map.of("schema.registry.url", registry.url(), "use.latest.version", "true"), false))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("use.latest.version: true (expected: false");
            assertThatThrownBy(() -> another.configure(
                            Map.of("schema.registry.url", registry.url(), "auto.register.schemas", "yes"), false))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("auto.register.schemas: 'yes' (expected: true or false)");
            assertThatThrownBy(() -> another.serialize("t", Samples.job()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not configured");
        }
    }
}
