package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.Expectation;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void isTheTextOfTheLastUserMessageWhereAJudgeNeedsIt() throws Exception {
        JsonNode body = MAPPER.readTree("""
            {"messages":[{"role":"user","content":"first"},{"role":"assistant","content":"a"},
             {"role":"user","content":[{"type":"text","text":"What is this? "},{"type":"image_url"}]},
             {"role":"system","content":"s"}]}\
            """);

        assertThat(Question.forJudges(judged("{\"scorer\":\"judge\",\"ideal\":\"a cat\"}"), body)
                        .getQuestion())
                .isEqualTo("What is this? [image_url]");
        assertThat(Question.forJudges(judged("{\"scorer\":\"exact\",\"ideal\":\"a cat\"}"), body)
                        .getQuestion())
                .isNull();
        assertThat(Question.of(MAPPER.readTree("{\"messages\":[]}"))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"scorer\":\"judge\"}|no ideal and no rubric",
                "{\"scorer\":\"judge\",\"ideal\":\"a\",\"options\":{\"points\":\"0\"}}|points '0'",
                "{\"scorer\":\"judge\",\"ideal\":\"a\",\"options\":{\"pass\":\"1.1\"}}|pass 1.1",
                "{\"scorer\":\"judge\",\"ideal\":\"a\",\"options\":{\"rubric\":\" \"}}|an empty rubric",
                "{\"scorer\":\"judge\",\"ideal\":\"a\",\"options\":{\"route\":\"a/b\"}}|route 'a/b'",
                "{\"scorer\":\"judge\",\"ideal\":\"a\",\"options\":{\"format\":\"xml\"}}|format 'xml'",
                "{\"scorer\":\"pairwise\",\"targets\":[\"a\",\"b\"]}|2 ideals"
            })
    void aJudgeThatCouldNotWorkIsRefusedAtTheDoor(String expectation, String words) {
        assertThat(catchThrowable(() -> Expectations.parse(expectation))).hasMessageContaining(words);
    }

    @Test
    void fiveJudgesAreTooMany() {
        String uses = IntStream.range(0, 5)
                .mapToObj(i -> "{\"scorer\":\"judge\",\"name\":\"judge " + i + "\",\"ideal\":\"a\"}")
                .collect(Collectors.joining(","));

        assertThat(catchThrowable(() -> Expectations.parse("{\"scorers\":[" + uses + "]}")))
                .hasMessageContaining("5 scorers that ask a judge (expected: at most 4)");
    }

    @Test
    void aJudgesRouteHasToBeThere() {
        Expectation usual = judged("{\"scorer\":\"judge\",\"ideal\":\"a\"}");
        Expectation other = judged("{\"scorer\":\"judge\",\"ideal\":\"a\",\"options\":{\"route\":\"strong\"}}");

        assertThat(ScorerRules.unknownRoute(usual, Set.of("main", "judge"))).isNull();
        assertThat(ScorerRules.unknownRoute(other, Set.of("main", "judge")))
                .isEqualTo("route 'strong' of scorer judge (expected: judge, main)");
    }

    private static Expectation judged(String json) {
        return Expectations.parse(json);
    }
}
