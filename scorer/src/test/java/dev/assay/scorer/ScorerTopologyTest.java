package dev.assay.scorer;

import static dev.assay.scorer.testing.Results.answered;
import static dev.assay.scorer.testing.Results.ended;
import static dev.assay.scorer.testing.Results.expecting;
import static dev.assay.scorer.testing.Results.use;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import dev.assay.scorer.testing.PlainAvro;
import dev.assay.scorer.testing.Results;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScorerTopologyTest {
    private Driver driver;

    @BeforeEach
    void open(@TempDir Path stateDir) {
        driver = new Driver(stateDir);
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void scoresResultsAndSummarizesTheirRun() {
        driver.progress("run", 3, true, Results.START);
        driver.result(right(0));
        driver.result(wrong(1));
        driver.result(ended("run", 2, JobStatus.EXPIRED).build());
        driver.settle();

        assertThat(driver.scores()).extracting(Score::getJobId).containsExactly("job-0", "job-1", "job-2");
        RunSummary summary = summary("run");
        assertThat(summary.getEnqueued()).isEqualTo(3);
        assertThat(summary.getSubmitComplete()).isTrue();
        assertThat(summary.getOutcomes()).isEqualTo(Map.of("SCORED", 2L, "EXPIRED", 1L));
        assertThat(summary.getRemainder()).isZero();
        assertThat(summary.getMean()).isEqualTo(0.5);
    }

    @Test
    void aSecondResultOfTheSameGenerationChangesNothing() {
        driver.result(right(0));
        driver.settle();
        RunSummary before = summary("run");

        driver.result(Result.newBuilder(wrong(0)).setWorker("other").build());
        driver.settle();

        assertThat(driver.scores()).hasSize(1);
        assertThat(driver.summaries()).isEmpty();
        assertThat(before.getPassed()).isEqualTo(1);
        assertThat(driver.count(ScorerMeters.DUPLICATES)).isEqualTo(1);
    }

    @Test
    void aReplayTakesTheEarlierScoreBack() {
        driver.result(ended("run", 0, JobStatus.DEAD_LETTERED).build());
        driver.settle();
        assertThat(summary("run").getOutcomes()).isEqualTo(Map.of("DEAD_LETTERED", 1L));

        driver.result(Result.newBuilder(right(0)).setGeneration(1).build());
        driver.settle();

        assertThat(summary("run").getOutcomes()).isEqualTo(Map.of("SCORED", 1L));
        assertThat(driver.scores()).extracting(Score::getGeneration).containsExactly(0, 1);
    }

    @Test
    void anEarlierGenerationThatComesLateIsDropped() {
        driver.result(Result.newBuilder(right(0)).setGeneration(2).build());
        driver.result(Result.newBuilder(wrong(0)).setGeneration(1).build());
        driver.settle();

        RunSummary summary = summary("run");
        assertThat(summary.getPassed()).isEqualTo(1);
        assertThat(summary.getFinished()).isEqualTo(1);
        assertThat(driver.scores()).hasSize(1);
    }

    @Test
    void anyOrderWithDuplicatesAndReplaysEndsInTheSameSummary(@TempDir Path other) {
        List<Result> finals = new ArrayList<>();
        List<Result> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Result last = i % 3 == 0 ? wrong(i) : right(i);
            int replays = i % 5 == 0 ? 2 : 0;
            for (int generation = 0; generation < replays; generation++) {
                all.add(Result.newBuilder(
                                ended("run", i, JobStatus.DEAD_LETTERED).build())
                        .setGeneration(generation)
                        .build());
            }
            Result end = Result.newBuilder(last)
                    .setGeneration(replays)
                    .setFinishedAt(last.getFinishedAt().plusSeconds(60))
                    .build();
            finals.add(end);
            all.add(end);
            all.add(end);
        }
        RunTally expected = new RunTally();
        ScoreMaker maker = new ScoreMaker(Scorers.standard());
        finals.forEach(result -> expected.add(maker.score(result, result.getFinishedAt())));

        for (int seed = 0; seed < 5; seed++) {
            Collections.shuffle(all, new Random(seed));
            try (Driver fresh = new Driver(other.resolve("seed-" + seed))) {
                all.forEach(fresh::result);
                fresh.settle();
                assertThat(fresh.lastSummaries().get("run"))
                        .as("seed %s", seed)
                        .isEqualTo(RunSummaries.of("run", expected, Optional.empty()));
            }
        }
    }

    @Test
    void whatCannotBeReadBecomesADeadLetterWithItsBytes() {
        byte[] rubbish = {(byte) 0xFF, 1, 2, 3};
        driver.raw("run/job-9", rubbish, Results.START);
        driver.raw("run/job-8", null, Results.START);
        driver.raw("run/job-7", PlainAvro.write(score()), Results.START);
        driver.raw("", new byte[TopicSizes.MAX_RECORD_BYTES], Results.START);
        Result nameless = Result.newBuilder(right(1)).setRunId("not a run id/").build();
        driver.raw("x", PlainAvro.write(nameless), Results.START);
        driver.result(right(0));
        driver.settle();

        List<TestRecord<byte[], byte[]>> letters = driver.deadLetters();
        assertThat(letters).hasSize(5);
        assertThat(letters.getFirst().value()).isEqualTo(rubbish);
        assertThat(letters.getFirst().key()).isEqualTo("run/job-9".getBytes(StandardCharsets.UTF_8));
        DeadLetter letter = letter(letters.getFirst());
        assertThat(letter.getDisposition()).isEqualTo(Disposition.UNDECODABLE);
        assertThat(letter.getOriginalTopic()).isEqualTo("assay.results");
        assertThat(letter.getOriginalOffset()).isZero();
        assertThat(letters.get(1).value()).isNull();
        assertThat(letter(letters.get(1)).getMessage()).isEqualTo("the record has no value");
        assertThat(letter(letters.get(2)).getMessage()).isEqualTo("the record is a Score (expected: a Result)");
        assertThat(letters.get(3).value()).isNull();
        assertThat(letter(letters.get(3)).getMessage()).contains("too large to copy");
        assertThat(driver.scores()).hasSize(1);
        assertThat(summary("run").getFinished()).isEqualTo(1);
        assertThat(driver.count(ScorerMeters.UNDECODABLE)).isEqualTo(5);
    }

    @Test
    void writesASummaryOnceAnIntervalHoweverManyResultsCome() {
        for (int i = 0; i < 100; i++) {
            driver.result(right(i));
        }
        driver.settle();

        assertThat(driver.summaries()).hasSize(1);
        driver.settle();
        assertThat(driver.summaries()).isEmpty();
    }

    @Test
    void readsNothingButProgressFromTheRunsTopic() {
        RunTally tally = new RunTally();
        driver.entry(
                "run/summary", new dev.assay.schemas.RunEntry("run", RunSummaries.of("run", tally, Optional.empty())));
        driver.rawEntry("run/progress", new byte[] {1, 2, 3});
        driver.rawEntry("nonsense", new byte[] {1});
        driver.settle();
        assertThat(driver.summaries()).isEmpty();
        assertThat(driver.count(ScorerMeters.UNREADABLE_ENTRIES)).isEqualTo(1);

        driver.progress("run", 7, false, Results.START);
        driver.settle();
        assertThat(summary("run").getEnqueued()).isEqualTo(7);
    }

    @Test
    void progressNeverGoesBack() {
        driver.progress("run", 7, true, Results.START);
        driver.progress("run", 3, false, Results.START);
        driver.settle();

        RunSummary summary = summary("run");
        assertThat(summary.getEnqueued()).isEqualTo(7);
        assertThat(summary.getSubmitComplete()).isTrue();
    }

    @Test
    void oldProgressAloneBeginsNoRun() {
        driver.progress("old", 7, true, Results.START.minus(Duration.ofDays(31)));
        driver.progress("new", 7, true, Results.START.minus(Duration.ofDays(29)));
        driver.settle();

        assertThat(driver.lastSummaries()).containsOnlyKeys("new");
        driver.result(Result.newBuilder(right(0)).setRunId("old").build());
        driver.settle();
        assertThat(summary("old").getEnqueued()).isEqualTo(7);
    }

    @Test
    void forgetsTheJobsOfRunsThatNothingHappensTo() {
        for (int i = 0; i < 20; i++) {
            driver.result(right(i));
        }
        driver.settle();
        assertThat(summary("run").getFinished()).isEqualTo(20);
        driver.scores();
        driver.pass(Duration.ofDays(99));
        driver.result(Result.newBuilder(right(0)).setRunId("other").build());
        driver.settle();
        driver.lastSummaries();

        driver.pass(Duration.ofDays(2));
        driver.pass(ScoreStep.SWEEP_INTERVAL);
        driver.result(Result.newBuilder(wrong(1)).setGeneration(1).build());
        driver.result(
                Result.newBuilder(wrong(0)).setRunId("other").setGeneration(1).build());
        driver.settle();

        assertThat(driver.lastSummaries()).containsOnlyKeys("other");
        assertThat(driver.count(ScorerMeters.LATE)).isEqualTo(1);
        assertThat(driver.scores()).hasSize(3);
    }

    @Test
    void countsTechnicalAndBusinessSuccessApart() {
        driver.result(right(0));
        driver.result(wrong(1));
        driver.result(ended("run", 2, JobStatus.DEAD_LETTERED).build());
        driver.result(ended("run", 3, JobStatus.UNANSWERED).build());
        driver.result(ended("run", 4, JobStatus.CANCELLED).build());

        assertThat(count(ScorerMeters.TECHNICAL, "true")).isEqualTo(3);
        assertThat(count(ScorerMeters.TECHNICAL, "false")).isEqualTo(1);
        assertThat(count(ScorerMeters.BUSINESS, "true")).isEqualTo(1);
        assertThat(count(ScorerMeters.BUSINESS, "false")).isEqualTo(1);
    }

    @Test
    void aStrangersLanesMakeNoEndlessSeries() {
        for (int i = 0; i < 120; i++) {
            driver.result(Result.newBuilder(right(i)).setLane("lane-" + i).build());
        }
        assertThat(driver.registry.getMeters()).hasSizeLessThan(4 * ScorerMeters.MAX_LANES + 20);
    }

    /** Tasks and their state are found by these numbers: a scorer of another version would look elsewhere. */
    @Test
    void everyPartOfTheTopologyKeepsItsNumber(@TempDir Path stateDir) {
        Map<Integer, List<String>> sources = new TreeMap<>();
        ScorerTopology.of(
                        Driver.TOPICS,
                        ScorerSettings.in(stateDir),
                        new RecordSerdes(PlainAvro::serializer, PlainAvro::deserializer),
                        new ScorerMeters(new SimpleMeterRegistry()))
                .describe()
                .subtopologies()
                .forEach(part -> sources.put(
                        part.id(),
                        part.nodes().stream()
                                .filter(TopologyDescription.Source.class::isInstance)
                                .map(TopologyDescription.Node::name)
                                .toList()));
        assertThat(sources)
                .isEqualTo(Map.of(
                        0, List.of("results", "submits"),
                        1, List.of("by-run-repartition-source"),
                        2, List.of("to-window-repartition-source")));
    }

    private double count(String meter, String success) {
        return driver.registry.get(meter).tag("success", success).counter().count();
    }

    private RunSummary summary(String runId) {
        return requireNonNull(driver.lastSummaries().get(runId));
    }

    private static DeadLetter letter(TestRecord<byte[], byte[]> record) {
        assertThat(DeadLetterHeaders.read(record.headers())).isInstanceOf(DeadLetterHeaders.Reading.Intact.class);
        return ((DeadLetterHeaders.Reading.Intact) DeadLetterHeaders.read(record.headers())).letter();
    }

    private static Result right(int n) {
        return answered("run", n, "It is 42.")
                .setExpectation(expecting(use("numeric", "42")))
                .build();
    }

    private static Result wrong(int n) {
        return answered("run", n, "It is 41.")
                .setExpectation(expecting(use("numeric", "42")))
                .build();
    }

    private static Score score() {
        return new ScoreMaker(Scorers.standard()).score(right(0), Instant.EPOCH);
    }
}
