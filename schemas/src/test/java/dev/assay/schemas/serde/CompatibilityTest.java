package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class CompatibilityTest {
    @Test
    void aFieldMayComeWithADefaultAndGo() {
        Schema one = record(field("a", "\"int\""));
        Schema two = record(field("a", "\"int\""), field("b", "\"int\",\"default\":0"));

        assertThat(Compatibility.problems(two, one)).isEmpty();
        assertThat(Compatibility.problems(one, two)).isEmpty();
    }

    @Test
    void aFieldWithoutADefaultMayNotCome() {
        assertThat(Compatibility.problems(record(field("a", "\"int\"")), record(field("b", "\"int\""))))
                .containsExactly("/fields/0: a");
    }

    @Test
    void aDecimalKeepsItsScaleAndLosesNoPrecision() {
        assertThat(decimals(20, 9, 20, 9)).isEmpty();
        assertThat(decimals(30, 9, 20, 9)).isEmpty();
        assertThat(decimals(20, 4, 20, 9)).containsExactly("/a: decimal of scale 9 would be read at scale 4");
        assertThat(decimals(10, 9, 20, 9)).containsExactly("/a: decimal of precision 20 does not fit precision 10");
    }

    @Test
    void meaningIsComparedWhereverAValueStands() {
        String millis = "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}";
        for (String form : List.of(
                "%s",
                "[\"null\",%s]",
                "{\"type\":\"array\",\"items\":%s}",
                "{\"type\":\"map\",\"values\":[\"null\",%s]}",
                "{\"type\":\"record\",\"name\":\"Inner\",\"fields\":[{\"name\":\"x\",\"type\":%s}]}")) {
            Schema timed = record(field("a", form.replace("%s", millis)));
            Schema plain = record(field("a", form.replace("%s", "\"long\"")));

            assertThat(Compatibility.problems(timed, timed)).as(form).isEmpty();
            assertThat(Compatibility.problems(timed, plain))
                    .as(form)
                    .singleElement()
                    .asString()
                    .startsWith("/a")
                    .endsWith("a plain value would be read as timestamp-millis");
            assertThat(Compatibility.problems(plain, timed))
                    .as(form)
                    .singleElement()
                    .asString()
                    .endsWith("timestamp-millis would be read as a plain value");
        }
    }

    @Test
    void aRenamedFieldIsComparedUnderItsOldName() {
        Schema old = record(field("price", decimal(20, 9)));
        Schema renamed = record("{\"name\":\"cost\",\"aliases\":[\"price\"],\"type\":" + decimal(20, 4) + "}");

        assertThat(Compatibility.problems(renamed, old))
                .containsExactly("/cost: decimal of scale 9 would be read at scale 4");
    }

    @Test
    void aRecordThatHoldsItselfIsComparedOnce() {
        Schema tree = record(field("next", "[\"null\",\"R\"]"), field("a", decimal(20, 9)));
        Schema other = record(field("next", "[\"null\",\"R\"]"), field("a", decimal(20, 4)));

        assertThat(Compatibility.problems(tree, tree)).isEmpty();
        assertThat(Compatibility.problems(tree, other)).hasSize(1);
    }

    private static List<String> decimals(int readPrecision, int readScale, int writtenPrecision, int writtenScale) {
        return Compatibility.problems(
                record(field("a", decimal(readPrecision, readScale))),
                record(field("a", decimal(writtenPrecision, writtenScale))));
    }

    private static String decimal(int precision, int scale) {
        return "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":" + precision + ",\"scale\":" + scale
                + "}";
    }

    private static String field(String name, String type) {
        return "{\"name\":\"" + name + "\",\"type\":" + type + "}";
    }

    private static Schema record(String... fields) {
        return new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + String.join(",", fields) + "]}");
    }
}
