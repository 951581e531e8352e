package dev.assay.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.RunSamples;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Job;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.Horizon;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads runs that were written by hand, so that something can be wrong with them. */
class VerificationIT {
    private static final TopicSizes SIZES = new TopicSizes(1, 1, 2, 1, 1, 1);

    private static EmbeddedKafka broker;
    private static KafkaClients clients;
    private static Topics topics;
    private static KafkaProducer<byte[], byte[]> producer;
    private static Serializer<SpecificRecord> serializer;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
        topics = clients.settings().topics();
        try (Admin admin = clients.admin("test")) {
            new TopicAdmin(admin)
                    .apply(TopicCatalogue.of(topics, List.of("batch", "moving", "waiting", "again"), SIZES), (short) 1);
        }
        producer = clients.transactionalProducer("test-writer");
        producer.initTransactions();
        serializer = clients.valueSerializer();
    }

    @AfterAll
    static void stop() {
        producer.close();
        serializer.close();
        broker.close();
    }

    @Test
    void aRunThatAddsUpHolds() {
        write("whole", 3, 3, 0, 1, 2);
        Verification verification = Verification.of(clients, manifest("whole", "batch"));
        assertThat(verification.findings()).isEmpty();
        assertThat(verification.remainder()).isZero();
        assertThat(verification.holds()).isTrue();
    }

    @Test
    void aJobWithoutAResultIsLostAndNamed() {
        write("lossy", 3, 2, 0, 2);
        Verification verification = Verification.of(clients, manifest("lossy", "batch"));
        assertThat(verification.remainder()).isOne();
        assertThat(verification.findings()).containsExactly(new Finding(Check.LOST, 1, List.of("job 2 of the input")));
    }

    @Test
    void aSecondResultOfAJobIsFound() {
        write("doubled", 2, 2, 0, 1);
        commit(() -> send(topics.results(), Keys.job("doubled", "job-1"), RunSamples.result("doubled", 1)));
        Verification verification = Verification.of(clients, manifest("doubled", "batch"));
        assertThat(verification.remainder()).isZero();
        assertThat(verification.findings()).containsExactly(new Finding(Check.RESULT_DOUBLED, 1, List.of("job-1")));
    }

    @Test
    void anAbortedResultIsNone() {
        write("aborted", 1, 1, 0);
        producer.beginTransaction();
        send(topics.results(), Keys.job("aborted", "job-0"), RunSamples.result("aborted", 0));
        producer.flush();
        producer.abortTransaction();
        assertThat(Verification.of(clients, manifest("aborted", "batch")).holds())
                .isTrue();
    }

    @Test
    void jobsOnTheLaneAreInFlightAsFarAsNoSettlementCallsThemFinished() {
        RunManifest manifest = manifest("moving", "moving");
        commit(() -> {
            send(topics.runs(), Keys.manifest("moving"), new RunEntry("moving", manifest));
            for (int i = 0; i < 4; i++) {
                send(topics.jobs("moving"), Keys.job("moving", "job-" + i), job("moving", i));
            }
            send(
                    topics.runs(),
                    Keys.progress("moving"),
                    new RunEntry("moving", RunSamples.progress("moving", 4, true)));
        });
        Verification untouched = Verification.of(clients, manifest);
        assertThat(untouched.inFlight()).isEqualTo(new InFlight(4, 0, 0, 0));
        assertThat(untouched.holds()).isTrue();
        // A worker settles the first and the third job, each with its result; the scorer has scored the first.
        commit(() -> {
            send(topics.results(), Keys.job("moving", "job-0"), RunSamples.result("moving", 0));
            send(topics.results(), Keys.job("moving", "job-2"), RunSamples.result("moving", 2));
            send(topics.scores(), Keys.job("moving", "job-0"), RunSamples.score("moving", 0, Outcome.SCORED));
        });
        settle("moving", new Settlement(1, List.of(new OffsetRange(2, 3)), new TreeMap<>()));
        Verification half = Verification.of(clients, manifest);
        assertThat(half.inFlight()).isEqualTo(new InFlight(2, 0, 1, 1));
        assertThat(half.remainder()).isZero();
        assertThat(half.holds()).isTrue();
        LaneDepth depth = LaneReader.read(clients, "moving");
        assertThat(depth.partitions())
                .singleElement()
                .satisfies(partition ->
                        assertThat(partition.settlement().finishedCount()).isOne());
        // Settled without a result is what must never be.
        settle("moving", new Settlement(1, List.of(new OffsetRange(2, 4)), new TreeMap<>()));
        Verification lossy = Verification.of(clients, manifest);
        assertThat(lossy.remainder()).isOne();
        assertThat(lossy.findings()).containsExactly(new Finding(Check.LOST, 1, List.of("job 4 of the input")));
    }

    @Test
    void parkedJobsAreInFlightOfTheirRunUntilTheyAreSettledThere() {
        RunManifest manifest = manifest("parking", "waiting");
        String parked = topics.parked("waiting", Horizon.HOUR);
        commit(() -> {
            send(topics.runs(), Keys.manifest("parking"), new RunEntry("parking", manifest));
            for (int i = 0; i < 3; i++) {
                send(topics.jobs("waiting"), Keys.job("parking", "job-" + i), job("parking", i, "waiting"));
            }
            send(
                    topics.runs(),
                    Keys.progress("parking"),
                    new RunEntry("parking", RunSamples.progress("parking", 3, true)));
        });
        // A worker parks the first two, settling them on the lane.
        commit(() -> {
            send(parked, Keys.job("parking", "job-0"), job("parking", 0, "waiting"));
            send(parked, Keys.job("parking", "job-1"), job("parking", 1, "waiting"));
        });
        settle("waiting", Settlement.at(2));
        Verification waiting = Verification.of(clients, manifest);
        assertThat(waiting.inFlight()).isEqualTo(new InFlight(1, 2, 0, 0));
        assertThat(waiting.remainder()).isZero();
        assertThat(waiting.holds()).isTrue();
        LaneDepth depth = LaneReader.read(clients, "waiting");
        // The markers of the two transactions are not passed over yet.
        assertThat(depth.parked()).isEqualTo(2 + 1);
        assertThat(depth.unfinished()).isEqualTo(1 + 1 + 2 + 1);
        // The first is due and done.
        commit(() -> send(topics.results(), Keys.job("parking", "job-0"), RunSamples.result("parking", 0)));
        settle(topics.parkedGroup("waiting"), parked, Settlement.at(1));
        Verification later = Verification.of(clients, manifest);
        assertThat(later.inFlight()).isEqualTo(new InFlight(1, 1, 1, 0));
        assertThat(later.holds()).isTrue();
        // Settled there without a result: lost.
        settle(topics.parkedGroup("waiting"), parked, Settlement.at(2));
        Verification lossy = Verification.of(clients, manifest);
        assertThat(lossy.remainder()).isOne();
        assertThat(lossy.findings()).containsExactly(new Finding(Check.LOST, 1, List.of("job 2 of the input")));
    }

    @Test
    void aReplayedJobIsInFlightAgainAndAReplayWithoutAJobIsLost() {
        RunManifest manifest = manifest("replayed", "again");
        write("replayed", 2, 2, 0, 1);
        Job sent = Job.newBuilder(job("replayed", 1, "again")).setGeneration(1).build();
        commit(() -> {
            send(topics.jobs("again"), Keys.job("replayed", "job-1"), sent);
            send(topics.deadLetterMarks(), "jobs-0-0", mark("jobs-0-0", 1));
        });
        Verification waiting = Verification.of(clients, manifest);
        assertThat(waiting.findings()).isEmpty();
        assertThat(waiting.remainder()).isZero();
        // It is worked, with a result of its generation and without.
        settle("again", Settlement.at(1));
        Verification lossy = Verification.of(clients, manifest);
        assertThat(lossy.findings())
                .containsExactly(new Finding(Check.REPLAY_LOST, 1, List.of("job 2 of the input, generation 1")));
        commit(() -> send(
                topics.results(),
                Keys.job("replayed", "job-1"),
                Result.newBuilder(RunSamples.result("replayed", 1))
                        .setGeneration(1)
                        .build()));
        assertThat(Verification.of(clients, manifest).findings()).isEmpty();
        // A mark of a job that never was on the lane, and one of a result, which is another matter.
        commit(() -> {
            send(topics.deadLetterMarks(), "jobs-0-9", mark("jobs-0-9", 0));
            send(topics.deadLetterMarks(), "results-0-9", mark("results-0-9", 1));
        });
        assertThat(Verification.of(clients, manifest).findings())
                .containsExactly(new Finding(Check.REPLAY_LOST, 1, List.of("job 1 of the input, generation 1")));
    }

    private static DeadLetterMark mark(String letter, long ordinal) {
        return DeadLetterMark.newBuilder()
                .setLetter(letter)
                .setAction(MarkAction.REPLAYED)
                .setRunId("replayed")
                .setJobId("job-" + ordinal)
                .setOrdinal(ordinal)
                .setGeneration(letter.startsWith("jobs") ? 1 : 7)
                .setTopic(topics.jobs("again"))
                .setBy("kim@laptop")
                .setAt(Instant.now())
                .setReason("test")
                .build();
    }

    @Test
    void theLastWordOfEachJobIsFoundByItsPlace() throws IOException {
        write("latest", 3, 3, 2, 0, 1);
        Result replayed = Result.newBuilder(RunSamples.result("latest", 1))
                .setGeneration(1)
                .setAnswer("again")
                .build();
        Result unread = Result.newBuilder(RunSamples.result("latest", 7))
                .setOrdinal(-1)
                .setJobId("unread")
                .build();
        commit(() -> {
            send(topics.results(), Keys.job("latest", "job-1"), replayed);
            send(topics.results(), Keys.job("latest", "unread"), unread);
            send(topics.results(), Keys.job("latest", "damaged"), null);
        });
        try (LatestRecords<Result> latest =
                LatestRecords.results(clients, "latest", manifest("latest", "batch"), directory)) {
            assertThat(latest.end()).isEqualTo(3);
            assertThat(latest.get(0)).isEqualTo(RunSamples.result("latest", 0));
            assertThat(latest.get(1)).isEqualTo(replayed);
            assertThat(latest.unplaced()).containsOnlyKeys("unread");
            assertThat(latest.damaged()).isOne();
        }
    }

    @Test
    void runsAreReadFromTheirTopicOneOrAll() {
        write("listed", 2, 2, 0, 1);
        try (RunReader one = RunReader.of(clients, "listed");
                RunReader all = RunReader.ofAll(clients)) {
            one.refresh();
            all.refresh();
            assertThat(one.runs()).singleElement().satisfies(run -> {
                assertThat(run.state()).isEqualTo(RunView.State.OVER);
                assertThat(run.enqueued()).isEqualTo(2);
            });
            assertThat(all.run("listed")).isEqualTo(one.run("listed"));
            assertThat(all.run("nobody")).isEmpty();
        }
    }

    private static RunManifest manifest(String runId, String lane) {
        return RunManifest.newBuilder(RunSamples.manifest(runId)).setLane(lane).build();
    }

    /** A run whose jobs have left the lane: as many enqueued, as many in the summary, and those with result and score. */
    private static void write(String runId, long enqueued, long counted, long... withResult) {
        commit(() -> {
            send(topics.runs(), Keys.manifest(runId), new RunEntry(runId, manifest(runId, "batch")));
            send(topics.runs(), Keys.progress(runId), new RunEntry(runId, RunSamples.progress(runId, enqueued, true)));
            for (long ordinal : withResult) {
                String key = Keys.job(runId, "job-" + ordinal);
                send(topics.results(), key, RunSamples.result(runId, ordinal));
                send(topics.scores(), key, RunSamples.score(runId, ordinal, Outcome.SCORED));
            }
            send(
                    topics.runs(),
                    Keys.summary(runId),
                    new RunEntry(runId, RunSamples.summary(runId, enqueued, counted, counted, 0)));
        });
    }

    private static Job job(String runId, long ordinal) {
        return job(runId, ordinal, "moving");
    }

    private static Job job(String runId, long ordinal, String lane) {
        return Job.newBuilder()
                .setRunId(runId)
                .setJobId("job-" + ordinal)
                .setOrdinal(ordinal)
                .setTenant("acme")
                .setLane(lane)
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setBody("{}")
                .setExpectation(Expecting.of(List.of()))
                .setEstimatedInputTokens(1)
                .setEnqueuedAt(RunSamples.TIME)
                .setDeadline(RunSamples.TIME.plusSeconds(60))
                .build();
    }

    private static void settle(String lane, Settlement settlement) {
        settle(topics.workerGroup(lane), topics.jobs(lane), settlement);
    }

    private static void settle(String group, String topic, Settlement settlement) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test-settler", Map.of("group.id", group))) {
            consumer.assign(List.of(partition));
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(settlement.lowWater(), settlement.encode())));
        }
    }

    private static void commit(Runnable sends) {
        producer.beginTransaction();
        sends.run();
        producer.commitTransaction();
    }

    private static void send(String topic, String key, @Nullable SpecificRecord value) {
        byte[] bytes =
                value == null ? "no record".getBytes(StandardCharsets.UTF_8) : serializer.serialize(topic, value);
        try {
            producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), bytes))
                    .get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
