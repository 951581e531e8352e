package dev.assay.scorer.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.ScorerUse;
import dev.assay.scorer.fold.RunTally;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfflineScoringTest {
    private static final ScorerUse NUMERIC = ScorerUse.newBuilder()
            .setScorer("numeric")
            .setTargets(List.of())
            .setOptions(Map.of("marker", "####"))
            .build();

    @TempDir
    private Path dir;

    @Test
    void scoresEveryLineAndSummarizes() throws IOException {
        Path file = write("""
            {"id": "a", "output": "It is 42.", "expectation": {"scorer": "numeric", "targets": ["42"]}}
            {"id": 2, "output": "Paris", "ideal": "Paris", "mine": {"kept": true}}

            {"id": "c", "output": "B", "ideal": ["A", "C"], "scorer": "choice"}
            {"id": "d", "output": null, "ideal": "x"}
            {"id": "e", "output": {"a": 1.0}, "expectation": {"scorers": [{"scorer": "json_equal", "ideal": {"a": 1}, "weight": 2}]}}
            {"id": "f", "output": "free"}
            """);
        List<Score> scores = new ArrayList<>();

        RunSummary summary = scored(file, Optional.empty(), false, scores).summary();

        assertThat(scores).extracting(Score::getJobId).containsExactly("a", "2", "c", "d", "e", "f");
        assertThat(scores)
                .extracting(Score::getOutcome)
                .containsExactly(
                        Outcome.SCORED,
                        Outcome.SCORED,
                        Outcome.SCORED,
                        Outcome.UNSCORED,
                        Outcome.SCORED,
                        Outcome.UNSCORED);
        assertThat(summary.getUnscored()).isEqualTo(Map.of("missing_answer", 1L, "no_expectation", 1L));
        assertThat(summary.getMean()).isEqualTo(0.75);
        assertThat(summary.getEnqueued()).isEqualTo(6);
        assertThat(summary.getRemainder()).isZero();
        assertThat(summary.getSubmitComplete()).isTrue();
    }

    @Test
    void namesBadLinesByPlaceAndReasonAndScoresNothing() throws IOException {
        Path file = write("""
            {"id": "a", "output": "1", "ideal": 1}
            {"id": "b", "output": "1", "ideal": 1
            {"output": "1"}
            ["x"]
            {"id": "c"}
            {"id": "a", "output": "1"}
            {"id": "d", "output": "1", "scorer": "judge_me", "ideal": "1"}
            {"id": "e", "output": "1", "expectation": {"scorer": "exact", "target": "1"}}
            {"id": "f", "output": "1", "expectation": {"scorer": "exact"}, "ideal": "1"}
            {"id": "g", "output": "1"} {"id": "h"}
            {"id": "i", "output": "1", "expectation": {"scorers": [{"scorer": "exact", "ideal": 1}, {"scorer": "exact", "ideal": 2}]}}
            {"id": "j", "output": "1", "expectation": {"scorer": "exact", "ideal": 1, "name": 7}}
            {"id": "k", "output": "1", "scorer": "semantic", "ideal": "1"}
            """);
        List<Score> scores = new ArrayList<>();

        OfflineScoring.Scoring scoring = run(file, Optional.empty(), false, scores);

        assertThat(scores).isEmpty();
        assertThat(scoring).isInstanceOf(OfflineScoring.Scoring.Refused.class);
        List<String> told = ((OfflineScoring.Scoring.Refused) scoring)
                .bad().stream().map(BadLine::toString).toList();
        assertThat(told).hasSize(12);
        assertThat(told.get(0)).startsWith(file + ":2:").contains("no JSON");
        assertThat(told.get(1)).startsWith(file + ":3:1: no id");
        assertThat(told.get(2)).startsWith(file + ":4:1: no JSON object");
        assertThat(told.get(3)).startsWith(file + ":5:1: no output");
        assertThat(told.get(4)).startsWith(file + ":6:1: id 'a' was said before");
        assertThat(told.get(5)).startsWith(file + ":7:38: scorer: \"judge_me\" (expected: exact,");
        assertThat(told.get(6)).startsWith(file + ":8:43: expectation: 'target'");
        assertThat(told.get(7)).startsWith(file + ":9:43: expectation beside ideal");
        assertThat(told.get(8)).startsWith(file + ":10:28: more text");
        assertThat(told.get(9))
                .startsWith(file + ":11:43: expectation: two scorers are called 'exact' (expected: a name");
        assertThat(told.get(10)).startsWith(file + ":12:43: name: a number (expected: a string)");
        assertThat(told.get(11)).startsWith(file + ":13:38: scorer: \"semantic\" is not loaded (expected: exact,");
    }

    @Test
    void oneScorerMayStandSeveralTimesUnderNames() throws IOException {
        Path file = write("""
            {"id": "a", "output": "1 because", "expectation": {"scorers": [{"scorer": "contains", "name": "why", "ideal": "because"}, \
            {"scorer": "contains", "ideal": "1"}]}}
            """);
        List<Score> scores = new ArrayList<>();

        RunSummary summary = scored(file, Optional.empty(), false, scores).summary();

        assertThat(scores.getFirst().getParts())
                .extracting(ScorePart::getScorer)
                .containsExactly("why", "contains");
        assertThat(summary.getScorers()).hasSize(2);
    }

    @Test
    void passesOverBadLinesWhereAskedTo() throws IOException {
        Path file = dir.resolve("answers.jsonl");
        byte[] bad = "{\"id\":1,\"output\":\"\u00FF\"}\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] good = "{\"id\":2,\"output\":\"1\",\"ideal\":\"1\"}".getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(bad);
            out.write(good);
        }
        List<Score> scores = new ArrayList<>();

        OfflineScoring.Scoring.Scored scored = scored(file, Optional.empty(), true, scores);

        assertThat(scores).hasSize(1);
        assertThat(scored.badCount()).isEqualTo(1);
        assertThat(scored.bad().getFirst().toString()).isEqualTo(file + ":1:19: a byte that is no UTF-8");
        assertThat(scored.summary().getEnqueued()).isEqualTo(1);
    }

    @Test
    void theUsualScorerIsThatOfLinesWhichNameNone() throws IOException {
        Path file = write("""
            {"id": 1, "output": "#### 18", "ideal": "18"}
            {"id": 2, "output": "18", "ideal": "18"}
            {"id": 3, "output": "18", "ideal": "18", "scorer": "exact"}
            {"id": 4, "output": "x #### 3", "ideal": 3, "scorer_options": {"tolerance": 1}}
            """);
        List<Score> scores = new ArrayList<>();

        scored(file, Optional.of(NUMERIC), false, scores);

        assertThat(scores).extracting(Score::getPassed).containsExactly(true, false, true, true);
    }

    @Test
    void theSameFileGivesTheSameBytesAndTheFoldOfItsScores() throws IOException {
        Path file = dir.resolve("many.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < 20_000; i++) {
                out.write("{\"id\": " + i + ", \"output\": \"It is " + i % 7
                        + "\", \"ideal\": 3, \"scorer\": \"numeric\"}\n");
            }
        }
        List<Score> first = new ArrayList<>();
        List<Score> second = new ArrayList<>();
        RunSummary summary = scored(file, Optional.empty(), false, first).summary();
        RunSummary again = scored(file, Optional.empty(), true, second).summary();

        assertThat(second).isEqualTo(first);
        assertThat(again).isEqualTo(summary);
        RunTally tally = new RunTally();
        first.forEach(tally::add);
        assertThat(summary.getPassed()).isEqualTo(2857);
        assertThat(summary.getScored()).isEqualTo(tally.countOf(Outcome.SCORED)).isEqualTo(20_000);
    }

    private OfflineScoring.Scoring.Scored scored(
            Path file, Optional<ScorerUse> usual, boolean skipBad, List<Score> scores) throws IOException {
        OfflineScoring.Scoring scoring = run(file, usual, skipBad, scores);
        assertThat(scoring).isInstanceOf(OfflineScoring.Scoring.Scored.class);
        return (OfflineScoring.Scoring.Scored) scoring;
    }

    private static OfflineScoring.Scoring run(Path file, Optional<ScorerUse> usual, boolean skipBad, List<Score> scores)
            throws IOException {
        return OfflineScoring.run(
                new OfflineScoring.Request(file, "offline", usual, skipBad), (score, result) -> scores.add(score));
    }

    private Path write(String text) throws IOException {
        Path file = dir.resolve("answers.jsonl");
        Files.writeString(file, text);
        return file;
    }
}
