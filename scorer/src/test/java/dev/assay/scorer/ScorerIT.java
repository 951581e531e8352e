package dev.assay.scorer;

import static dev.assay.scorer.testing.Results.answered;
import static dev.assay.scorer.testing.Results.ended;
import static dev.assay.scorer.testing.Results.expecting;
import static dev.assay.scorer.testing.Results.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.SummarySlice;
import dev.assay.schemas.Unanswered;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.testing.PlainAvro;
import dev.assay.scorer.testing.Results;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScorerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static EmbeddedKafka kafka;

    @TempDir
    private Path dir;

    private final List<Scorer> started = new ArrayList<>();
    private ScorerWorld world;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @BeforeEach
    void open() {
        world = new ScorerWorld(kafka.bootstrap());
    }

    @AfterEach
    void close() {
        started.forEach(Scorer::close);
        world.close();
    }

    @Test
    void theSummaryIsTheFoldOfTheScores() {
        world.writeProgress("run", 1_000, Results.START);
        Scorer scorer = start(dir.resolve("state"));
        for (int from = 0; from < 1_000; from += 100) {
            world.write(results(from, from + 100));
            world.writeInVain(results(2_000, 2_010));
            // A worker that died after its results were stored and before it knew writes some again.
            world.write(results(from, from + 10));
        }
        awaitFinished(1_000);
        assertThat(scorer.isReady()).isTrue();
        assertSummaryMatches(1_000);
    }

    @Test
    void goesOnAfterARestartWithItsStateAndWithoutIt() throws InterruptedException {
        world.writeProgress("run", 900, Results.START);
        world.write(results(0, 300));
        Scorer first = start(dir.resolve("state"));
        awaitFinished(300);
        assertThat(first.close(Duration.ofSeconds(30))).isTrue();
        assertThat(first.awaitStopped()).isEqualTo(new Scorer.Stopped.Closed());

        world.write(results(250, 600));
        Scorer second = start(dir.resolve("state"));
        awaitFinished(600);
        second.close();

        world.write(results(0, 900));
        world.write(List.of(Result.newBuilder(result(6))
                .setGeneration(1)
                .setAnswer("It is 42.")
                .build()));
        start(dir.resolve("elsewhere"));
        awaitFinished(900);
        await().atMost(PATIENCE).until(() -> world.scores().size() == 901);
        await().atMost(PATIENCE)
                .until(() -> world.summary("run").map(RunSummary::getPassed).orElse(0L) == passedOf(900) + 1);
        RunTally expected = new RunTally();
        world.scores().stream()
                .filter(score -> score.getGeneration() == 1 || !score.getJobId().equals("job-6"))
                .forEach(expected::add);
        assertThat(world.summary("run")).contains(RunSummaries.of("run", expected, progress(900)));
    }

    @Test
    void killedAgainAndAgainItCountsEveryJobOnce() {
        int jobs = 2_000;
        world.writeProgress("run", jobs, Results.START);
        int written = 0;
        for (int round = 0; round < 3; round++) {
            Path log = dir.resolve("scorer.log");
            try (ChildProcess child = ChildProcess.start(
                    ScorerProcess.class,
                    List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                    List.of(
                            kafka.bootstrap(),
                            world.topics().prefix(),
                            dir.resolve("killed").toString()),
                    Map.of(),
                    log)) {
                child.awaitReady(PATIENCE);
                int before = world.scores().size();
                world.write(results(written, written + 500));
                written += 500;
                // Killed in the middle of its work: some of these are scored, others are not.
                await().atMost(PATIENCE).until(() -> world.scores().size() > before);
                child.kill9();
            }
        }
        world.write(results(written, jobs));
        start(dir.resolve("killed"));
        awaitFinished(jobs);
        assertSummaryMatches(jobs);
        assertNothingTellsThatItWasKilled(jobs);
    }

    /** A scorer that was never killed and read the same records says the same, to the last digit. */
    private void assertNothingTellsThatItWasKilled(int jobs) {
        try (Driver never = new Driver(dir.resolve("never-killed"))) {
            never.progress("run", jobs, true, Results.START);
            world.eachResult((result, time) ->
                    never.raw(Keys.job(result.getRunId(), result.getJobId()), PlainAvro.write(result), time));
            never.settle();
            assertThat(world.summary("run")).hasValue(never.lastSummaries().get("run"));
            assertThat(never.windows()).isNotEmpty();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(world.windows()).isEqualTo(never.windows()));
        }
    }

    @Test
    void aRunWithFaultsTellsEachApartAndScoresThePrimaryAsWithoutThem() {
        int jobs = 400;
        List<Result> with = new ArrayList<>();
        List<Result> without = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            without.add(answer("without", i).build());
            with.add(withFault(i));
        }
        world.write(with);
        world.write(without);
        start(dir.resolve("state"));
        await().atMost(PATIENCE)
                .until(() -> Stream.of("with", "without")
                        .allMatch(run -> world.summary(run)
                                .map(RunSummary::getFinished)
                                .filter(finished -> finished == jobs)
                                .isPresent()));
        RunSummary faults = world.summary("with").orElseThrow();
        RunSummary clean = world.summary("without").orElseThrow();
        assertThat(faults.getOutcomes())
                .isEqualTo(Map.of("SCORED", 252L, "TRUNCATED", 120L, "FILTERED", 20L, "UNSCORED", 8L));
        assertThat(faults.getUnscored()).isEqualTo(Map.of("bad_expectation", 8L));
        assertThat(faults.getFallbacks()).isEqualTo(Map.of("TIMEOUT", 20L));
        SummarySlice primary = faults.getSlices().stream()
                .filter(slice -> slice.getName().equals("primary"))
                .findFirst()
                .orElseThrow();
        assertThat(primary.getPassRate()).isEqualTo(clean.getPassRate()).isEqualTo(0.75);
        assertThat(primary.getMean()).isEqualTo(clean.getMean());
        assertThat(faults.getConservativeRate()).isEqualTo(faults.getPassed() / (double) jobs);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(world.windows().values())
                        .extracting(window -> window.getFallbacks().getOrDefault("TIMEOUT", 0L))
                        .satisfies(counts -> assertThat(counts.stream()
                                        .mapToLong(Long::longValue)
                                        .sum())
                                .isEqualTo(20)));
    }

    /** Of 100 jobs 30 are cut off, 5 filtered, 5 answered by a fallback, wrongly, and 2 cannot be scored. */
    private static Result withFault(int n) {
        // By a number that says nothing about whether the answer is right.
        int fault = n / 4 % 100;
        if (fault < 35) {
            return ended("with", n, JobStatus.UNANSWERED)
                    .setUnanswered(fault < 30 ? Unanswered.TRUNCATED : Unanswered.FILTERED)
                    .build();
        }
        if (fault < 40) {
            return byFallback(answered("with", n, "It is 41.").setExpectation(expecting(use("numeric", "42"))))
                    .build();
        }
        return fault < 42
                ? answer("with", n)
                        .setExpectation(expecting(use("numeric", "forty-two")))
                        .build()
                : answer("with", n).build();
    }

    private static Result.Builder answer(String run, int n) {
        return answered(run, n, "It is " + (n % 4 == 0 ? 41 : 42) + ".")
                .setExpectation(expecting(use("numeric", "42")));
    }

    private static Result.Builder byFallback(Result.Builder result) {
        return result.setStatus(JobStatus.FALLBACK)
                .setSource(AnswerSource.FALLBACK_MODEL)
                .setUsedFallback("sim/sim-small")
                .setRequestModel("sim-small")
                .setFallbackReason(FailureKind.TIMEOUT)
                .setRouteEvidence(RouteEvidence.newBuilder()
                        .setChosen("sim/sim-small")
                        .setEliminated(List.of(new EliminatedCandidate("sim/sim-large", "TIMEOUT")))
                        .build());
    }

    @Test
    void twoScorersShareTheWork() {
        world.writeProgress("run", 600, Results.START);
        world.write(results(0, 300));
        Scorer first = start(dir.resolve("first"));
        Scorer second = start(dir.resolve("second"));
        await().atMost(PATIENCE).until(() -> first.isReady() && second.isReady());
        world.write(results(300, 450));
        first.close();
        world.write(results(450, 600));
        awaitFinished(600);
        assertSummaryMatches(600);
    }

    @Test
    void badBytesBecomeDeadLettersAndStopNothing() {
        world.writeRaw("run/job-x", new byte[] {0, 0, 0, 0, 99, 1, 2});
        world.writeRaw("run/job-y", "no record".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        world.write(results(0, 10));
        Scorer scorer = start(dir.resolve("state"));
        awaitFinished(10);
        assertThat(scorer.isReady()).isTrue();
        assertThat(world.read(world.topics().deadLetterResults()))
                .hasSize(2)
                .anySatisfy(letter -> assertThat(letter.value()).isEqualTo(new byte[] {0, 0, 0, 0, 99, 1, 2}));
    }

    @Test
    void refusesToStartWithoutItsTopics() {
        KafkaSettings elsewhere =
                new KafkaSettings(Map.of("bootstrap.servers", kafka.bootstrap()), new Topics("nowhere"));
        assertThatThrownBy(() ->
                        Scorer.start(ScorerSettings.in(dir), elsewhere, new SimpleMeterRegistry(), Clock.system()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nowhere.results")
                .hasMessageContaining("assay topics apply");
    }

    @Test
    void refusesToStartWhereScoresAndResultsDoNotMatch() throws Exception {
        Topics topics = new Topics("uneven");
        KafkaSettings settings = new KafkaSettings(Map.of("bootstrap.servers", kafka.bootstrap()), topics);
        try (Admin admin = new KafkaClients(settings).admin("test")) {
            new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of(), TopicSizes.LAPTOP), (short) -1);
            admin.createPartitions(Map.of(topics.scores(), NewPartitions.increaseTo(8)))
                    .all()
                    .get();
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> Scorer.start(
                                ScorerSettings.in(dir), settings, new SimpleMeterRegistry(), Clock.system()))
                        .hasMessage("uneven.scores: 8 partitions (expected: 4, as many as uneven.results has)"));
    }

    private Scorer start(Path stateDir) {
        Scorer scorer =
                Scorer.start(ScorerSettings.in(stateDir), world.settings, new SimpleMeterRegistry(), Clock.system());
        started.add(scorer);
        return scorer;
    }

    private void awaitFinished(long jobs) {
        await().atMost(PATIENCE)
                .until(() -> world.summary("run").map(RunSummary::getFinished).orElse(0L) == jobs);
    }

    private void assertSummaryMatches(int jobs) {
        List<Score> scores = world.scores();
        assertThat(scores.stream().map(Score::getJobId).distinct()).hasSize(jobs);
        assertThat(scores).hasSize(jobs);
        RunTally expected = new RunTally();
        scores.forEach(expected::add);
        RunSummary summary = world.summary("run").orElseThrow();
        assertThat(summary).isEqualTo(RunSummaries.of("run", expected, progress(jobs)));
        assertThat(summary.getRemainder()).isZero();
    }

    private static Optional<RunProgress> progress(long enqueued) {
        return Optional.of(RunProgress.newBuilder()
                .setRunId("run")
                .setEnqueued(enqueued)
                .setChunks(1)
                .setSkipped(0)
                .setPrefixHash("00")
                .setComplete(true)
                .setUpdatedAt(Results.START)
                .build());
    }

    private static long passedOf(int jobs) {
        long passed = 0;
        for (int i = 0; i < jobs; i++) {
            passed += i % 10 != 9 && i % 3 != 0 ? 1 : 0;
        }
        return passed;
    }

    private static List<Result> results(int from, int to) {
        List<Result> results = new ArrayList<>();
        for (int i = from; i < to; i++) {
            results.add(result(i));
        }
        return results;
    }

    private static Result result(int n) {
        if (n % 10 == 9) {
            return ended("run", n, JobStatus.DEAD_LETTERED).build();
        }
        Result.Builder answered = answered("run", n, "It is " + (n % 3 == 0 ? 41 : 42) + ".")
                .setExpectation(expecting(use("numeric", "42")));
        return (n % 10 == 8 ? byFallback(answered) : answered).build();
    }
}
