package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonScorersTest {
    private static final String PERSON = """
        {"type": "object", "required": ["name", "age"],
         "properties": {"name": {"type": "string", "pattern": "^[A-Z]"}, "age": {"type": "integer", "minimum": 0},
                        "friends": {"type": "array", "items": {"$ref": "#"}}},
         "additionalProperties": false}
        """;

    @Test
    void comparesJsonByValue() {
        assertThat(equal("{\"a\": 1, \"b\": [1, 2]}", "{\"b\":[1.0,2e0],\"a\":1.00}"))
                .isEqualTo("right");
        assertThat(equal("{\"a\": 1}", "{\"a\": \"1\"}")).isEqualTo("wrong");
        assertThat(equal("{\"a\": 1}", "{\"a\": 1, \"b\": null}")).isEqualTo("wrong");
        assertThat(equal("[1, 2]", "[2, 1]")).isEqualTo("wrong");
        assertThat(equal("0.1", "0.10000000000000001")).isEqualTo("wrong");
        assertThat(equal("null", "null")).isEqualTo("right");
        assertThat(equal("12345678901234567890", "12345678901234567890.0")).isEqualTo("right");
    }

    @Test
    void readsOneFencedBlockWithinText() {
        assertThat(equal("{\"a\": 1}", "```json\n{\"a\": 1}\n```")).isEqualTo("right");
        assertThat(equal("{\"a\": 1}", "Here you are:\n\n```\n{\"a\": 1}\n```\nEnjoy!"))
                .isEqualTo("right");
        assertThat(equal("1", "```\n1\n```\nor\n```\n2\n```")).isEqualTo("wrong");
        assertThat(equal("1", "```\n1")).isEqualTo("wrong");
    }

    @Test
    void whatIsNoJsonIsWrong() {
        for (String answer : List.of("", "{", "{\"a\":1} trailing", "NaN", "{\"a\":1,\"a\":1}", "1e999999999", "'x'")) {
            assertThat(equal("1", answer)).as(answer).isEqualTo("wrong");
        }
        assertThat(equal("1", "[".repeat(100_000))).isEqualTo("wrong");
        assertThat(equal("{", "{")).isEqualTo("bad_expectation");
    }

    @Test
    void namesTheFirstDifference() {
        Verdict verdict = Judged.by("json_equal", List.of("{\"a\": [1, 4]}"), Map.of(), "{\"a\": [1, 3]}");
        assertThat(((Verdict.Scored) verdict).explanation()).isEqualTo("/a/1 is 3 where 4 is expected");
    }

    @Test
    void validatesAgainstASchema() {
        assertThat(schema(PERSON, "{\"name\": \"Ada\", \"age\": 36}")).isEqualTo("right");
        assertThat(schema(PERSON, "```json\n{\"name\": \"Ada\", \"age\": 36.0}\n```"))
                .isEqualTo("right");
        assertThat(schema(PERSON, "{\"name\": \"Ada\"}")).isEqualTo("wrong");
        assertThat(schema(PERSON, "{\"name\": \"ada\", \"age\": 36}")).isEqualTo("wrong");
        assertThat(schema(PERSON, "{\"name\": \"Ada\", \"age\": -1}")).isEqualTo("wrong");
        assertThat(schema(PERSON, "{\"name\": \"Ada\", \"age\": 1, \"x\": 1}")).isEqualTo("wrong");
        assertThat(schema(PERSON, "{\"name\":\"Ada\",\"age\":1,\"friends\":[{\"name\":\"Bob\",\"age\":2}]}"))
                .isEqualTo("right");
        assertThat(schema(PERSON, "{\"name\":\"Ada\",\"age\":1,\"friends\":[{\"name\":\"bob\",\"age\":2}]}"))
                .isEqualTo("wrong");
        assertThat(schema(PERSON, "no JSON at all")).isEqualTo("wrong");
        assertThat(schema("true", "1")).isEqualTo("right");
    }

    @Test
    void usesTheKeywordsOfDraft202012() {
        String tuple = "{\"prefixItems\": [{\"type\": \"string\"}, {\"type\": \"number\"}], \"items\": false}";
        assertThat(schema(tuple, "[\"a\", 1]")).isEqualTo("right");
        assertThat(schema(tuple, "[\"a\", 1, 2]")).isEqualTo("wrong");
        String dependent = "{\"dependentRequired\": {\"a\": [\"b\"]}, \"unevaluatedProperties\": true}";
        assertThat(schema(dependent, "{\"a\": 1}")).isEqualTo("wrong");
    }

    @Test
    void readsTheOlderDraftThatASchemaNames() {
        String draft7 = "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"definitions\": {\"n\": {\"type\":"
                + " \"number\"}}, \"items\": [{\"$ref\": \"#/definitions/n\"}]}";
        assertThat(schema(draft7, "[1, \"a\"]")).isEqualTo("right");
        assertThat(schema(draft7, "[\"a\"]")).isEqualTo("wrong");
        assertThat(schema("{\"$schema\": \"https://example.com/mine\"}", "1")).isEqualTo("bad_expectation");
    }

    @Test
    void fetchesNothing() {
        for (String reference : List.of(
                "https://example.com/schema.json",
                "http://127.0.0.1:1/schema.json",
                "file:///etc/hostname",
                "classpath:logback-test.xml",
                "other.json")) {
            assertThat(schema("{\"$ref\": \"" + reference + "\"}", "1"))
                    .as(reference)
                    .isEqualTo("bad_expectation");
        }
    }

    @Test
    void refusesWhatIsNoSchema() {
        for (String text : List.of("", "{", "[]", "3", "{\"type\": 3}", "{\"$ref\": \"#/nowhere\"}")) {
            assertThat(schema(text, "1")).as(text).isEqualTo("bad_expectation");
        }
        assertThat(schema("{\"type\": \"string\", \"pattern\": \"(?=a)b\"}", "\"b\""))
                .isEqualTo("bad_expectation");
    }

    @Test
    void aSchemaThatNeverEndsIsGivenUp() {
        assertThat(schema("{\"$ref\": \"#\"}", "1")).isIn("too_much_work", "bad_expectation");
        StringBuilder doubling = new StringBuilder("{\"$ref\": \"#/$defs/d0\", \"$defs\": {");
        for (int i = 0; i < 40; i++) {
            String next = "{\"$ref\": \"#/$defs/d" + (i + 1) + "\"}";
            doubling.append("\"d" + i + "\": {\"anyOf\": [" + next + "," + next + "]},");
        }
        doubling.append("\"d40\": {\"type\": \"string\"}}}");
        assertThat(schema(doubling.toString(), "1")).isEqualTo("too_much_work");
    }

    private static String equal(String target, String answer) {
        return Judged.inShort(Judged.by("json_equal", List.of(target), Map.of(), answer));
    }

    private static String schema(String schema, String answer) {
        return Judged.inShort(Judged.by("json_schema", List.of(schema), Map.of(), answer));
    }
}
