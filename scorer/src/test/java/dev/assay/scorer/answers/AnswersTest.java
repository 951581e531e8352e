package dev.assay.scorer.answers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorerNames;
import dev.assay.scorer.offline.OfflineScoring;
import dev.assay.scorer.scoring.Scorers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Answers of many shapes score as a careful person would score them. Each line of the table is one that {@code assay
 * score} reads, with the score expected of it: {@code "expect": {"value": 1, "passed": true}}, and {@code outcome} where
 * there is no value.
 */
class AnswersTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Path TABLE = Path.of("src/test/resources/dev/assay/scorer/answers");
    private static final Path BY_HAND = TABLE.resolve("by-hand.jsonl");
    private static final Path BUILT = TABLE.resolve("built.jsonl");

    @Test
    void everyAnswerScoresAsACarefulPersonWouldScoreIt() throws IOException {
        List<String> wrongly = new ArrayList<>();
        for (Path file : List.of(BY_HAND, BUILT)) {
            wrongly.addAll(wronglyScored(file));
        }

        assertThat(wrongly)
                .as("%s answers are scored otherwise than the table says", wrongly.size())
                .isEmpty();
    }

    @Test
    void thereAreAThousandOfThemForEveryScorerThatReadsAnswers() throws IOException {
        Set<String> scorers = new TreeSet<>();
        List<String> lines = new ArrayList<>(Files.readAllLines(BY_HAND));
        lines.addAll(Files.readAllLines(BUILT));
        for (String line : lines) {
            scorers.add(json(line).at("/expectation/scorer").textValue());
        }

        assertThat(lines).hasSizeGreaterThanOrEqualTo(1_000);
        Set<String> reading = new TreeSet<>(Scorers.standard().names());
        reading.removeAll(ScorerNames.JUDGES);
        assertThat(scorers).isEqualTo(reading);
    }

    /** Written anew with {@code -Danswers.write=true}. */
    @Test
    void theBuiltOnesAreWhatTheirSourceMakes() throws IOException {
        List<String> made = BuiltAnswers.lines();
        if (Boolean.getBoolean("answers.write")) {
            Files.write(BUILT, made);
        }

        assertThat(Files.readAllLines(BUILT)).isEqualTo(made);
    }

    private static List<String> wronglyScored(Path file) throws IOException {
        Map<String, Score> scores = new HashMap<>();
        OfflineScoring.Scoring scoring = OfflineScoring.run(
                new OfflineScoring.Request(file, "answers", Optional.empty(), false),
                (score, result) -> scores.put(score.getJobId(), score));
        assertThat(scoring).isInstanceOf(OfflineScoring.Scoring.Scored.class);
        List<String> wrongly = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            JsonNode row = json(line);
            Score score = requireNonNull(scores.get(row.get("id").asText()));
            if (!isExpected(row.get("expect"), score)) {
                wrongly.add(file.getFileName() + ":" + number + ": " + line + "\n  was " + score.getOutcome() + " "
                        + score.getValue() + " " + score.getParts());
            }
        }
        return wrongly;
    }

    private static boolean isExpected(JsonNode expected, Score score) {
        String outcome = expected.path("outcome").asText(Outcome.SCORED.name());
        JsonNode value = expected.get("value");
        JsonNode passed = expected.get("passed");
        Double scored = score.getValue();
        return score.getOutcome().name().equals(outcome)
                && (value.isNull() ? scored == null : scored != null && Math.abs(scored - value.doubleValue()) <= 1e-6)
                && (passed.isNull()
                        ? score.getPassed() == null
                        : Boolean.valueOf(passed.booleanValue()).equals(score.getPassed()));
    }

    private static JsonNode json(String line) throws IOException {
        return MAPPER.readTree(line);
    }
}
