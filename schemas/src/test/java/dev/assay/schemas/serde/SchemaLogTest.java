package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class SchemaLogTest {
    private static final String FIRST = price("a", 2, "");
    private static final String WIDER = price("a", 2, ",{\"name\":\"b\",\"type\":\"int\",\"default\":0}");
    private static final String RESCALED = price("a", 4, "");

    private final SchemaLog log = new SchemaLog();

    @Test
    void anIdIsTheOffsetOfTheFirstOccurrencePlusOne() {
        append(0, FIRST);
        append(1, FIRST);
        append(5, WIDER);
        append(6, FIRST);

        assertThat(log.idOf(text(FIRST))).isEqualTo(OptionalInt.of(1));
        assertThat(log.idOf(text(WIDER))).isEqualTo(OptionalInt.of(6));
        assertThat(log.schema(6).map(Schema::toString)).contains(text(WIDER));
    }

    @Test
    void aRepeatedSchemaCanBeReadByEachOfItsIds() {
        append(0, FIRST);
        append(1, FIRST);

        assertThat(log.schema(2)).isEqualTo(log.schema(1)).isPresent();
        assertThat(log.schema(3)).isEmpty();
    }

    @Test
    void whatIsNoSchemaIsPassedOver() {
        append(0, "hello");
        append(1, "");
        append(2, "{\"type\":\"record\"}");
        append(3, FIRST);

        assertThat(log.schema(1)).isEmpty();
        assertThat(log.idOf(text(FIRST))).isEqualTo(OptionalInt.of(4));
    }

    @Test
    void aSchemaThatCannotReadAnEarlierOneIsNobodysToWriteWith() {
        append(0, FIRST);
        assertThat(log.refusal(schema(RESCALED)))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .startsWith("it cannot read records of schema id 1: ")
                        .contains("scale 2 would be read at scale 4"));

        append(1, RESCALED);

        assertThat(log.idOf(text(RESCALED))).isEmpty();
        assertThat(log.schema(2)).isPresent();
    }

    @Test
    void oneThatWasRefusedDoesNotStandInTheWayOfLaterOnes() {
        append(0, FIRST);
        append(1, RESCALED);
        assertThat(log.refusal(schema(WIDER))).isEmpty();

        append(2, WIDER);

        assertThat(log.idOf(text(WIDER))).isEqualTo(OptionalInt.of(3));
    }

    @Test
    void allEarlierSchemasCountNotOnlyTheLast() {
        append(0, price("a", 2, ""));
        append(1, price("b\",\"default\":\"\\u0000", 2, ""));

        assertThat(log.refusal(schema(price("a", 4, "")))).isPresent();
    }

    @Test
    void recordsOfOtherNamesAreNotCompared() {
        append(0, FIRST);
        String other = RESCALED.replace("Price", "Fee");
        append(1, other);

        assertThat(log.idOf(text(other))).isEqualTo(OptionalInt.of(2));
    }

    private void append(long offset, String text) {
        log.append(offset, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Schema schema(String text) {
        return new Schema.Parser().parse(text);
    }

    private static String text(String schema) {
        return schema(schema).toString();
    }

    private static String price(String field, int scale, String more) {
        return "{\"type\":\"record\",\"name\":\"Price\",\"fields\":[{\"name\":\"" + field
                + "\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":10,\"scale\":" + scale
                + "}}" + more + "]}";
    }
}
