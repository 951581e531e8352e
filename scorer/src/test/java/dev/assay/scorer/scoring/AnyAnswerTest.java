package dev.assay.scorer.scoring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ScorerNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whatever a model says, a scorer says something of it, soon, and the same every time. */
class AnyAnswerTest {
    private static final Map<String, String> TARGETS = Map.ofEntries(
            Map.entry("exact", "Paris"),
            Map.entry("normalized", "The Eiffel Tower"),
            Map.entry("contains", "Paris"),
            Map.entry("regex", "(?i)(yes|no)+[^a-z]*$"),
            Map.entry("numeric", "1,000.5"),
            Map.entry("choice", "B"),
            Map.entry("json_equal", "{\"a\": [1, 2.0, {\"b\": null}]}"),
            Map.entry("json_schema", "{\"type\": \"array\", \"items\": {\"$ref\": \"#\"}}"),
            Map.entry("none", ""),
            Map.entry("bleu", "The tower stands in Paris, 300 m high."),
            Map.entry("rouge_l", "The tower stands in Paris."),
            Map.entry("edit_similarity", "The tower stands in Paris."),
            Map.entry("judge", "Paris"),
            Map.entry("pairwise", "Paris it is."));
    private static final String[] PIECES = {
        "1",
        "0",
        "9",
        ".",
        ",",
        "-",
        "−",
        "–",
        "+",
        "/",
        "e",
        "E",
        "×",
        "*",
        "10",
        "^",
        "{",
        "}",
        "\\frac",
        "\\boxed{",
        "\\text",
        "####",
        "A:",
        "%",
        "$",
        "€",
        "k",
        " million",
        " ",
        "\u00A0",
        "\u2009",
        "\n",
        "(",
        ")",
        "A",
        "B",
        "b",
        "answer is ",
        "Answer: ",
        " or ",
        "and",
        "[",
        "]",
        "\"",
        ":",
        "null",
        "true",
        "```",
        "```json\n",
        "½",
        "²",
        "⁻",
        "٣",
        "\uD83D",
        "\uDE00",
        "\u0000",
        "\uFEFF",
        "İ",
        "ß",
        "ﬁ",
        "…",
        "\\",
        "\t",
        "x",
        "Paris",
        "'",
        "_",
        "#",
        "="
    };

    private static final Map<String, Rubric> RUBRICS = rubrics();

    private static Map<String, Rubric> rubrics() {
        Map<String, Rubric> rubrics = new TreeMap<>();
        TARGETS.forEach((scorer, target) -> rubrics.put(
                scorer,
                Scorers.standard().named(scorer).orElseThrow().prepare(Judged.use(scorer, List.of(target), Map.of()))));
        return rubrics;
    }

    @Test
    void everyScorerIsTried() {
        assertThat(TARGETS.keySet()).containsExactlyInAnyOrderElementsOf(ScorerNames.ALL);
    }

    @Test
    void noAnswerMakesAScorerThrowOrChangeItsMind() {
        Random random = new Random(20260101);
        Map<String, Rubric> again = rubrics();
        for (int round = 0; round < 4_000; round++) {
            String answer = round % 4 == 0 ? bytes(random) : pieces(random, random.nextInt(40));
            for (Map.Entry<String, Rubric> rubric : RUBRICS.entrySet()) {
                Verdict verdict = rubric.getValue().judge(answer);
                assertThat(requireNonNull(again.get(rubric.getKey())).judge(answer))
                        .isEqualTo(verdict);
                if (verdict instanceof Verdict.Scored scored) {
                    assertThat(scored.value()).isBetween(0.0, 1.0);
                }
            }
        }
    }

    @Test
    void noTargetMakesAScorerThrow() {
        Random random = new Random(7);
        for (int round = 0; round < 1_000; round++) {
            String text = round % 4 == 0 ? bytes(random) : pieces(random, random.nextInt(20));
            for (String scorer : ScorerNames.ALL) {
                assertThat(Judged.by(scorer, List.of(text, "1"), Map.of("marker", text), "1"))
                        .isNotNull();
                assertThat(Judged.by(scorer, List.of(text), Map.of(), pieces(random, 10)))
                        .isNotNull();
            }
        }
    }

    @Test
    void longAnswersTakeLittleTime() {
        List<String> answers = new ArrayList<>();
        for (String piece : PIECES) {
            answers.add(piece.repeat(100_000 / piece.length()));
        }
        Random random = new Random(11);
        answers.add(pieces(random, 50_000));
        for (String answer : answers) {
            for (Map.Entry<String, Rubric> rubric : RUBRICS.entrySet()) {
                long start = System.nanoTime();
                rubric.getValue().judge(answer);
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .as("%s on %s...", rubric.getKey(), Excerpt.of(answer, 20))
                        .isLessThan(Duration.ofSeconds(5));
            }
        }
    }

    private static String pieces(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static String bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(60)];
        random.nextBytes(bytes);
        return new String(bytes, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16);
    }
}
