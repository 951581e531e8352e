package dev.assay.schemas.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.golden.Samples;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.TopicSpec;
import dev.assay.schemas.topics.Topics;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is on topics already stays readable, and nothing changes unnoticed; how to add a version: {@link GoldenFiles}. */
class GoldenBytesTest {
    private static final String HOW =
            "if the change is meant, add a version: mvn -pl schemas test -Dtest=GoldenBytesTest -D"
                    + GoldenFiles.WRITE_PROPERTY + "=vN";

    @BeforeAll
    static void writeWhenAskedTo() throws Exception {
        String version = System.getProperty(GoldenFiles.WRITE_PROPERTY);
        if (version != null) {
            GoldenFiles.write(version);
        }
    }

    @Test
    void everyVersionIsReadByTodaysClasses() throws Exception {
        for (GoldenFiles.Golden golden : GoldenFiles.all()) {
            SpecificRecordBase sample = requireNonNull(Samples.all().get(golden.name()), golden.name());
            byte[] expected = GoldenFiles.encodeAs(golden.schema(), sample);

            SpecificRecordBase read = GoldenFiles.decode(golden.bytes(), golden.schema(), sample);

            assertThat(read).as(golden.toString()).isEqualTo(GoldenFiles.decode(expected, golden.schema(), sample));
        }
    }

    @Test
    void todaysClassesWriteTheLatestVersionByteForByte() throws Exception {
        String latest = GoldenFiles.versions().getLast();
        Map<String, GoldenFiles.Golden> committed = GoldenFiles.of(latest);
        assertThat(committed).containsOnlyKeys(Samples.all().keySet());
        for (Map.Entry<String, SpecificRecordBase> sample : Samples.all().entrySet()) {
            GoldenFiles.Golden golden = requireNonNull(committed.get(sample.getKey()));
            SpecificRecordBase record = sample.getValue();

            assertThat(golden.schema().toString())
                    .as("schema of %s; %s", golden, HOW)
                    .isEqualTo(GoldenFiles.withoutDocs(record.getSchema()).toString());
            assertThat(HexFormat.of().formatHex(GoldenFiles.encode(record)))
                    .as("bytes of %s; %s", golden, HOW)
                    .isEqualTo(golden.hex());
            assertThat(GoldenFiles.decode(golden.bytes(), golden.schema(), record))
                    .isEqualTo(record);
        }
    }

    @Test
    void everyRecordOfATopicHasASample() {
        Set<String> sampled = Samples.all().values().stream()
                .map(record -> record.getSchema().getName())
                .collect(Collectors.toSet());
        Set<String> carried =
                TopicCatalogue.of(Topics.standard(), List.of("batch"), TopicSizes.STANDARD).specs().stream()
                        .map(TopicSpec::value)
                        .filter(value -> !value.contains(" "))
                        .collect(Collectors.toSet());
        Set<String> inHeaders = Set.of("Parking");

        assertThat(sampled).containsAll(inHeaders);
        sampled.removeAll(inHeaders);
        assertThat(sampled).isEqualTo(carried);
    }

    @Test
    void everyFieldIsFilledWithSomethingThatIsNoDefault() {
        Map<String, Set<String>> unfilled = new HashMap<>();
        Samples.all().values().forEach(record -> strikeOut(record, unfilled));

        unfilled.values().removeIf(Set::isEmpty);
        assertThat(unfilled).isEmpty();
    }

    /** Strikes out a record's filled fields of those that no record of its type has filled yet. */
    private static void strikeOut(SpecificRecord record, Map<String, Set<String>> unfilled) {
        Set<String> fields = unfilled.computeIfAbsent(
                record.getSchema().getName(),
                name -> record.getSchema().getFields().stream()
                        .map(Schema.Field::name)
                        .collect(Collectors.toCollection(TreeSet::new)));
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            boolean isEmpty = (value instanceof Collection<?> items && items.isEmpty())
                    || (value instanceof Map<?, ?> entries && entries.isEmpty());
            boolean isDefault =
                    field.hasDefaultValue() && String.valueOf(value).equals(String.valueOf(field.defaultVal()));
            if (value != null && !isEmpty && !isDefault) {
                fields.remove(field.name());
            }
            if (value instanceof SpecificRecord inner) {
                strikeOut(inner, unfilled);
            }
            if (value instanceof Collection<?> items) {
                items.forEach(item -> {
                    if (item instanceof SpecificRecord inner) {
                        strikeOut(inner, unfilled);
                    }
                });
            }
        }
    }
}
