package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Account;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.Score;
import dev.assay.schemas.golden.Samples;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AvroDeserializerTest {
    private static final String TOPIC = "assay.jobs.batch";

    private RestRegistry registry;
    private AvroSerializer serializer;
    private AvroDeserializer deserializer;

    @BeforeEach
    void open() throws Exception {
        registry = new RestRegistry();
        serializer = new AvroSerializer();
        serializer.configure(Map.of("schema.registry.url", registry.url()), false);
        deserializer = new AvroDeserializer();
        deserializer.configure(Map.of("schema.registry.url", registry.url()), false);
    }

    @AfterEach
    void close() {
        serializer.close();
        deserializer.close();
        registry.close();
    }

    @Test
    void everyRecordIsReadAsItWasWritten() {
        Samples.all().forEach((name, record) -> {
            String topic = "topic-of-" + name;
            SpecificRecordBase read =
                    (SpecificRecordBase) deserializer.deserialize(topic, serializer.serialize(topic, record));

            assertThat(read).as(name).isEqualTo(record).isExactlyInstanceOf(record.getClass());
        });
    }

    @Test
    void manyThreadsMayShareASerde() throws Exception {
        List<SpecificRecordBase> samples = List.copyOf(Samples.all().values());
        List<Callable<Integer>> threads = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            int first = thread;
            threads.add(() -> {
                int equal = 0;
                for (int i = 0; i < 500; i++) {
                    SpecificRecordBase sample = samples.get((first + i) % samples.size());
                    byte[] value = written(sample.getSchema().getName(), sample);
                    equal += sample.equals(deserializer.deserialize(TOPIC, value)) ? 1 : 0;
                }
                return equal;
            });
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(threads.size())) {
            for (Future<Integer> equal : pool.invokeAll(threads)) {
                assertThat(equal.get()).isEqualTo(500);
            }
        }
    }

    @Test
    void aTombstoneIsNull() {
        assertThat(deserializer.deserialize(TOPIC, null)).isNull();
    }

    @Test
    void anIdIsAskedForOnce() {
        byte[] value = written(TOPIC, Samples.job());
        for (int i = 0; i < 3; i++) {
            deserializer.deserialize(TOPIC, value);
        }
        try (AvroDeserializer another = new AvroDeserializer()) {
            another.configure(Map.of("schema.registry.url", registry.url(), "specific.avro.reader", "true"), false);
            another.deserialize(TOPIC, value);
        }

        assertThat(registry.requests())
                .containsExactly("POST /subjects/" + TOPIC + "-value/versions", "GET /schemas/ids/1");
    }

    @Test
    void whatIsNoRecordIsNamed() {
        refused(new byte[0])
                .hasMessage("topic assay.jobs.batch: empty value (expected: magic byte 0x00, schema id, Avro)");
        refused("{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                .hasMessage("topic assay.jobs.batch: no magic byte: the value starts with 0x7B (expected: 0x00)");
        refused(new byte[] {0, 0, 1})
                .hasMessage("topic assay.jobs.batch: truncated: 3 bytes end within the schema id (expected: >= 5)");
        refused(new byte[] {0, 0, 0, 0, 99, 2})
                .hasMessage("topic assay.jobs.batch: unknown schema id 99: the registry has none of that id");
    }

    @Test
    void anUnknownIdIsNotAskedForAgainAndAgain() {
        for (int i = 0; i < 100; i++) {
            refused(new byte[] {0, 0, 0, 0, 99, 2}).hasMessageContaining("unknown schema id 99");
        }

        assertThat(registry.requests()).containsExactly("GET /schemas/ids/99");
    }

    @Test
    void recordsOfOthersAreNamed() {
        Schema foreign = SchemaBuilder.record("com.example.Order").fields().endRecord();
        int text = registry.put("a", Schema.create(Schema.Type.STRING));
        int order = registry.put("b", foreign);
        int noRecord = registry.put(
                "c",
                SchemaBuilder.record("dev.assay.schemas.ScorerNames").fields().endRecord());
        int dangerous = registry.put(
                "d", SchemaBuilder.record("java.lang.ProcessBuilder").fields().endRecord());

        refused(header(text)).hasMessageContaining("wrong record type: schema id 1 is string");
        refused(header(order))
                .hasMessageContaining("schema id 2 is com.example.Order, which is none of Assay's records");
        refused(header(noRecord)).hasMessageContaining("schema id 3 is dev.assay.schemas.ScorerNames");
        refused(header(dangerous)).hasMessageContaining("schema id 4 is java.lang.ProcessBuilder");
    }

    @Test
    void everyTruncationIsNoticed() {
        Samples.all().forEach((name, record) -> {
            byte[] whole = written(name, record);
            for (int length = WireFormat.HEADER_LENGTH; length < whole.length; length++) {
                refused(Arrays.copyOf(whole, length)).hasMessageContaining("(schema id ");
            }
        });
    }

    @Test
    void bytesLeftOverAreNoticed() {
        byte[] whole = written(TOPIC, Samples.job());

        refused(Arrays.copyOf(whole, whole.length + 1))
                .hasMessage("topic assay.jobs.batch: bytes are left over after the Job (schema id 1)");
    }

    @Test
    void damageIsARefusalOrAnotherRecordButNeverAnythingElse() {
        Random random = new Random(11);
        int refusals = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] value = written("results", Samples.result());
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                value[WireFormat.HEADER_LENGTH + random.nextInt(value.length - WireFormat.HEADER_LENGTH)] =
                        (byte) random.nextInt(256);
            }
            try {
                assertThat(deserializer.deserialize(TOPIC, value)).isInstanceOf(Result.class);
            } catch (SerializationException e) {
                refusals++;
            }
        }
        assertThat(refusals).isGreaterThan(5_000);
        byte[] good = written("results", Samples.result());
        assertThat(deserializer.deserialize(TOPIC, good)).isEqualTo(Samples.result());
    }

    @Test
    void aFieldOfALaterVersionIsPassedOver() {
        Schema later =
                OtherVersions.changed(Job.getClassSchema(), job -> OtherVersions.addField(job, "colour", "string"));
        int id = registry.put(TOPIC + "-value", later);

        byte[] value = OtherVersions.bytes(id, Samples.job(), later, job -> job.put("colour", "blue"));

        assertThat(deserializer.deserialize(TOPIC, value)).isEqualTo(Samples.job());
    }

    @Test
    void aFieldThatAnEarlierVersionLackedTakesItsDefault() {
        Schema earlier = OtherVersions.changed(Job.getClassSchema(), job -> {
            OtherVersions.removeField(job, "tags");
            OtherVersions.removeField(job, "priority");
            OtherVersions.removeField(job, "traceparent");
        });
        int id = registry.put(TOPIC + "-value", earlier);

        byte[] value = OtherVersions.bytes(id, Samples.job(), earlier, job -> {});

        assertThat(deserializer.deserialize(TOPIC, value))
                .isEqualTo(Job.newBuilder(Samples.job())
                        .setTags(Map.of())
                        .setPriority(0)
                        .setTraceparent(null)
                        .build());
    }

    @Test
    void aFailureKindOfALaterVersionIsUnknown() {
        Schema later = OtherVersions.changed(
                Score.getClassSchema(), score -> symbols(score, "failureKind").add("SOLAR_FLARE"));
        int id = registry.put(TOPIC + "-value", later);

        byte[] value = OtherVersions.bytes(
                id,
                Samples.score(),
                later,
                score -> score.put(
                        "failureKind",
                        new GenericData.EnumSymbol(
                                later.getField("failureKind")
                                        .schema()
                                        .getTypes()
                                        .get(1),
                                "SOLAR_FLARE")));

        assertThat(deserializer.deserialize(TOPIC, value))
                .isEqualTo(Score.newBuilder(Samples.score())
                        .setFailureKind(FailureKind.UNKNOWN)
                        .build());
    }

    @Test
    void anAccountOfALaterVersionIsRefusedBecauseItHasNoDefault() {
        Schema later = OtherVersions.changed(
                Job.getClassSchema(),
                job -> ((ArrayNode)
                                OtherVersions.field(job, "account").get("type").get("symbols"))
                        .add("PETTY_CASH"));
        int id = registry.put(TOPIC + "-value", later);

        byte[] value = OtherVersions.bytes(
                id,
                Samples.job(),
                later,
                job -> job.put(
                        "account",
                        new GenericData.EnumSymbol(later.getField("account").schema(), "PETTY_CASH")));

        assertThat(Account.getClassSchema().getEnumDefault()).isNull();
        refused(value).hasMessageContaining("PETTY_CASH");
    }

    @Test
    void aRecordWithABranchOfALaterVersionIsRefusedAndThoseWithOtherBranchesAreRead() {
        Schema later = OtherVersions.changed(
                FleetEntry.getClassSchema(),
                entry -> ((ArrayNode) OtherVersions.field(entry, "entry").get("type"))
                        .addObject()
                        .put("type", "record")
                        .put("name", "Weather")
                        .put("namespace", "dev.assay.schemas")
                        .putArray("fields")
                        .addObject()
                        .put("name", "sky")
                        .put("type", "string"));
        int id = registry.put(TOPIC + "-value", later);
        Schema weather = later.getField("entry").schema().getTypes().getLast();
        GenericRecord blue = new GenericData.Record(weather);
        blue.put("sky", "blue");
        FleetEntry cancel = FleetEntry.newBuilder().setEntry(Samples.cancel()).build();

        byte[] unknown = OtherVersions.bytes(id, cancel, later, entry -> entry.put("entry", blue));
        byte[] known = OtherVersions.bytes(id, cancel, later, entry -> {});

        refused(unknown).hasMessageContaining("dev.assay.schemas.Weather");
        assertThat(deserializer.deserialize(TOPIC, known)).isEqualTo(cancel);
    }

    @Test
    void aDecimalOfAnotherScaleIsRefusedRatherThanMisread() {
        Schema rescaled = OtherVersions.changed(
                Score.getClassSchema(),
                score -> ((ObjectNode)
                                OtherVersions.field(score, "cost").get("type").get(1))
                        .put("scale", 4));
        int id = registry.put(TOPIC + "-value", rescaled);

        byte[] value = OtherVersions.bytes(id, Samples.score(), rescaled, score -> {});

        refused(value)
                .hasMessageContaining("records of schema id 1 cannot be read as Score")
                .hasMessageContaining("/cost: decimal of scale 4 would be read at scale 9");
    }

    @Test
    void aTimeOfAnotherUnitIsRefusedRatherThanMisread() {
        Schema finer = OtherVersions.changed(
                RunCancel.getClassSchema(),
                cancel -> ((ObjectNode) OtherVersions.field(cancel, "at").get("type"))
                        .put("logicalType", "timestamp-micros"));
        int id = registry.put(TOPIC + "-value", finer);

        byte[] value = OtherVersions.bytes(id, Samples.cancel(), finer, cancel -> {});

        refused(value).hasMessageContaining("/at: timestamp-micros would be read as timestamp-millis");
    }

    @Test
    void aRegistryThatDoesNotAnswerIsNotABadRecord() {
        byte[] value = written(TOPIC, Samples.job());
        registry.answerAlways(503, "");

        assertThatThrownBy(() -> deserializer.deserialize(TOPIC, value))
                .isInstanceOf(RegistryUnavailableException.class);

        registry.answerNormally();
        assertThat(deserializer.deserialize(TOPIC, value)).isEqualTo(Samples.job());
    }

    @Test
    void onlyGeneratedClassesAreRead() {
        try (AvroDeserializer another = new AvroDeserializer()) {
            assertThatThrownBy(() -> another.configure(
                            Map.of("schema.registry.url", registry.url(), "specific.avro.reader", "false"), false))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("specific.avro.reader: false (expected: true");
            assertThatThrownBy(() -> another.deserialize(TOPIC, header(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not configured");
        }
    }

    private AbstractThrowableAssert<?, ?> refused(byte[] value) {
        return assertThatThrownBy(() -> deserializer.deserialize(TOPIC, value))
                .isInstanceOf(SerializationException.class)
                .hasMessageStartingWith("topic " + TOPIC + ": ");
    }

    private byte[] written(String topic, SpecificRecordBase record) {
        return Objects.requireNonNull(serializer.serialize(topic, record));
    }

    private static ArrayNode symbols(ObjectNode record, String optionalField) {
        return (ArrayNode)
                OtherVersions.field(record, optionalField).get("type").get(1).get("symbols");
    }

    private static byte[] header(int id) {
        return ByteBuffer.allocate(5).put((byte) 0).putInt(id).array();
    }
}
