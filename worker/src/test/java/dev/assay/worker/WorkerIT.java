package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Judging;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.Unanswered;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.worker.route.OnAccountBlock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KafkaExtension.class)
class WorkerIT {
    @Test
    void worksAThousandJobsOnceEach(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.enqueue("run", "job", 1_000, "question");

            world.start(world.settings());

            List<Result> results = world.awaitResults(1_000);
            World.await("lane worked off", world::isWorkedOff);
            assertThat(results).hasSize(1_000).allMatch(result -> result.getStatus() == JobStatus.SUCCEEDED);
            assertThat(World.ids(results)).hasSize(1_000);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(1_000);
            assertThat(world.settlements().values())
                    .allMatch(settlement -> settlement.encode().isEmpty());
            assertThat(world.read(world.topics.deadLetterJobs(), record -> true))
                    .isEmpty();
        }
    }

    @Test
    void aResultSaysEverythingThatIsKnown(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            Worker worker = world.start(world.settings());
            world.enqueue(world.job("run", "a/b 1", "What is it?")
                    .setOrdinal(7)
                    .setTemplateVersion("v3")
                    .setTraceparent("00-1-2-01")
                    .build());

            Result result = world.awaitResults(1).getFirst();
            ConsumerRecord<byte[], byte[]> record =
                    world.read(world.topics.results(), any -> true).getFirst();

            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("run/a/b 1");
            assertThat(header(record, HeaderNames.TENANT)).isEqualTo("tenant-a");
            assertThat(header(record, HeaderNames.TRACEPARENT)).isEqualTo("00-1-2-01");
            assertThat(result.getStatus()).isEqualTo(JobStatus.SUCCEEDED);
            assertThat(result.getAnswer()).isNotEmpty();
            assertThat(result.getOrdinal()).isEqualTo(7);
            assertThat(result.getSource()).isEqualTo(AnswerSource.PRIMARY_MODEL);
            assertThat(result.getRequestModel()).isEqualTo("simulator-small");
            assertThat(result.getResponseModel()).isEqualTo("simulator-small");
            assertThat(result.getFinishReason()).isEqualTo("stop");
            assertThat(result.getProviderRequestId()).isNotEmpty();
            assertThat(result.getRouteEvidence().getChosen()).isEqualTo("sim/simulator-small");
            assertThat(result.getPromptPreview()).isEqualTo("What is it?");
            assertThat(result.getTags()).isEqualTo(Map.of("k", "v"));
            assertThat(result.getDeliveries()).isEqualTo(1);
            assertThat(result.getWorker()).isEqualTo(worker.id());
            assertThat(result.getUsage()).isNotNull();
            assertThat(result.getCost()).as("no prices are configured").isNull();
            assertThat(result.getAttempts()).hasSize(1);
            assertThat(requireNonNull(result.getResponse()).remaining()).isPositive();
            assertThat(world.provider.requestLog().callsPerJob()).isEqualTo(Map.of("run/a%2Fb%201", 1));
        }
    }

    @Test
    void aStreamThatBrokeOffIsAskedForOnceMoreAndItsTokensCount(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.provider.faults().add(FaultRule.of("cut-body").atMost(1));
            world.start(world.settings());
            Job.Builder job = world.job("run", "streamed", "What is it?");
            world.enqueue(
                    job.setBody("{\"stream\":true," + job.getBody().strip().substring(1))
                            .build());

            Result result = world.awaitResults(1).getFirst();

            assertThat(result.getStatus()).isEqualTo(JobStatus.SUCCEEDED);
            assertThat(result.getAnswer()).startsWith("Simulated answer").endsWith(").");
            assertThat(StandardCharsets.UTF_8
                            .decode(requireNonNull(result.getResponse()))
                            .toString())
                    .startsWith("data: ")
                    .endsWith("data: [DONE]\n\n");
            Attempt cut = result.getAttempts().getFirst();
            assertThat(cut.getFailureKind()).isEqualTo(FailureKind.STREAM_BROKEN);
            assertThat(cut.getUsageEstimated()).isTrue();
            assertThat(cut.getBilledUncertain()).isTrue();
            assertThat(result.getAttempts()).hasSize(2);
            assertThat(requireNonNull(result.getUsage()).getOutput())
                    .isGreaterThan(requireNonNull(result.getAttempts().getLast().getUsage())
                            .getOutput());
            assertThat(world.provider.requestLog().arrived()).isEqualTo(2);
        }
    }

    @Test
    void aFailedCallBecomesADeadLetterAndAResultTogether(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.provider.faults().add(FaultRule.of("status=500"));
            world.start(withoutRetries(world.settings()));
            world.enqueue(world.job("run", "bad", "fails").setGeneration(2).build());

            Result result = world.awaitResults(1).getFirst();
            ConsumerRecord<byte[], byte[]> record =
                    world.read(world.topics.deadLetterJobs(), any -> true).getFirst();
            DeadLetter letter = letter(record);

            assertThat(result.getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
            assertThat(result.getFailureKind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(result.getPrimaryModelFailed()).isTrue();
            assertThat(result.getHttpStatus()).isEqualTo(500);
            assertThat(letter.getKind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(letter.getDisposition()).isEqualTo(Disposition.EXHAUSTED);
            assertThat(letter.getGeneration()).isEqualTo(2);
            assertThat(letter.getModel()).isEqualTo("sim/simulator-small");
            assertThat(letter.getAttempts()).isEqualTo(1);
            assertThat(letter.getEvidence()).contains("\"status\":500").contains("\"body\":");
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("run/bad");
            assertThat(record.value())
                    .isEqualTo(world.read(world.topics.jobs(World.LANE), any -> true)
                            .getFirst()
                            .value());
        }
    }

    @Test
    void whatAModelDeclinesIsUnansweredAndNoDeadLetter(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.start(world.settings());
            world.enqueue(
                    world.job("run", "length", "[[fault:finish-length]] long").build());
            world.enqueue(
                    world.job("run", "filter", "[[fault:content-filter]] bad").build());
            world.enqueue(world.job("run", "refusal", "[[fault:refusal]] no").build());
            world.enqueue(
                    world.job("run", "empty", "[[fault:empty-content]] hm").build());

            Map<String, Result> results = byId(world.awaitResults(4));

            assertThat(results.values()).allMatch(result -> result.getStatus() == JobStatus.UNANSWERED);
            assertThat(requireNonNull(results.get("length")).getUnanswered()).isEqualTo(Unanswered.TRUNCATED);
            assertThat(requireNonNull(results.get("length")).getAnswer()).isNotEmpty();
            assertThat(requireNonNull(results.get("length")).getTokensSoFar()).isNotNull();
            assertThat(requireNonNull(results.get("filter")).getUnanswered()).isEqualTo(Unanswered.FILTERED);
            assertThat(requireNonNull(results.get("filter")).getFailureKind()).isEqualTo(FailureKind.CONTENT_FILTERED);
            assertThat(requireNonNull(results.get("refusal")).getUnanswered()).isEqualTo(Unanswered.REFUSED);
            assertThat(requireNonNull(results.get("empty")).getUnanswered()).isEqualTo(Unanswered.EMPTY);
            assertThat(world.read(world.topics.deadLetterJobs(), any -> true)).isEmpty();
        }
    }

    @Test
    void recordsThatAreNoJobsBecomeDeadLettersWithTheirBytesUntouched(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            byte[] job = world.bytes(
                    world.topics.jobs(World.LANE), world.job("run", "cut", "x").build());
            byte[] wrongType = world.bytes(world.topics.fleet(), cancel("somebody"));
            byte[] unknownId = job.clone();
            unknownId[1] = 0x7F;
            Map<String, byte[]> bad = Map.of(
                    "empty",
                    new byte[0],
                    "ff",
                    new byte[] {(byte) 0xFF, (byte) 0xFF, 1, 2, 3, 4, 5, 6},
                    "text",
                    "{\"not\":\"avro\"}".getBytes(StandardCharsets.UTF_8),
                    "unknown-id",
                    unknownId,
                    "wrong-type",
                    wrongType,
                    "cut",
                    java.util.Arrays.copyOf(job, job.length / 2));
            bad.forEach((id, bytes) -> world.send(
                    null,
                    Keys.job("run", id),
                    bytes,
                    Map.of(HeaderNames.RUN_ID, "run", HeaderNames.JOB_ID, id, HeaderNames.TENANT, "t", "own", "kept")));
            world.send(0, null, null, Map.of());
            world.send(0, null, new byte[] {9}, Map.of(HeaderNames.RUN_ID, "no/name", HeaderNames.JOB_ID, "x"));
            world.enqueue(world.job("run", "good", "fine").build());

            world.start(world.settings());

            Map<String, Result> results = byId(world.awaitResults(7));
            World.await("lane worked off", world::isWorkedOff);
            List<ConsumerRecord<byte[], byte[]>> letters = world.read(world.topics.deadLetterJobs(), any -> true);
            assertThat(letters).hasSize(8);
            assertThat(letters).allSatisfy(record -> {
                DeadLetter letter = letter(record);
                assertThat(letter.getDisposition()).isEqualTo(Disposition.UNDECODABLE);
                assertThat(letter.getMessage()).isNotEmpty();
                byte[] expected = letter.getJobId() == null ? null : bad.get(letter.getJobId());
                if (expected != null) {
                    assertThat(record.value()).isEqualTo(expected);
                    assertThat(header(record, "own")).isEqualTo("kept");
                }
            });
            assertThat(requireNonNull(results.get("good")).getStatus()).isEqualTo(JobStatus.SUCCEEDED);
            bad.keySet().forEach(id -> {
                assertThat(requireNonNull(results.get(id)).getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
                assertThat(requireNonNull(results.get(id)).getTenant()).isEqualTo("t");
            });
            assertThat(world.provider.requestLog().arrived()).isEqualTo(1);
        }
    }

    @Test
    void aCancelledRunIsCutAtTheProviderWithinASecondAndTheRestIsNotCalled(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("30s"));
        try (World world = World.create(broker, slow, 4)) {
            world.startReady(world.settings().withInFlight(8));
            world.enqueue("doomed", "job", 40, "question");
            assertThat(world.provider.requestLog().await(counts -> counts.arrived() == 8, World.PATIENCE))
                    .isTrue();

            world.write(world.topics.fleet(), Keys.cancel("doomed"), cancel("doomed"));
            boolean cut = world.provider.requestLog().await(counts -> counts.disconnects() == 8, Duration.ofSeconds(2));

            assertThat(cut)
                    .as("calls cut: %s", world.provider.requestLog().counts())
                    .isTrue();
            List<Result> results = world.awaitResults(40);
            assertThat(results).hasSize(40).allMatch(result -> result.getStatus() == JobStatus.CANCELLED);
            assertThat(results)
                    .filteredOn(result -> !result.getAttempts().isEmpty())
                    .hasSize(8);
            assertThat(results).filteredOn(Result::getBilledUncertain).hasSize(8);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(8);
        }
    }

    @Test
    void aRunCancelledBeforeTheWorkerStartedIsNotCalled(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.write(world.topics.fleet(), Keys.cancel("old"), cancel("old"));
            world.write(world.topics.fleet(), Keys.cancel("revived"), cancel("revived"));
            world.write(world.topics.fleet(), Keys.cancel("revived"), null);
            world.enqueue("old", "job", 5, "question");
            world.enqueue("revived", "job", 3, "question");
            world.enqueue(world.job(Keys.JUDGES, "judge of an old answer", "question")
                    .setJudging(judging("old", 0))
                    .build());

            world.start(world.settings());

            List<Result> results = world.awaitResults(9);
            assertThat(results)
                    .filteredOn(result -> result.getJudging() != null)
                    .singleElement()
                    .satisfies(result -> assertThat(result.getStatus()).isEqualTo(JobStatus.CANCELLED));
            assertThat(results)
                    .filteredOn(result -> result.getRunId().equals("old"))
                    .hasSize(5)
                    .allMatch(result -> result.getStatus() == JobStatus.CANCELLED);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(3);
        }
    }

    /** The scorer's task that asked reads there; a partition that does not exist is nobody's, and the result is kept. */
    @Test
    void aJudgesResultGoesToThePartitionOfWhatItJudged(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.start(world.settings());
            for (int i = 0; i < 6; i++) {
                world.enqueue(world.job(Keys.JUDGES, "judge-" + i, "question")
                        .setJudging(judging("run", i == 5 ? 999 : 1))
                        .build());
            }

            List<ConsumerRecord<byte[], byte[]>> records = world.awaitRecords(world.topics.results(), 6);

            assertThat(records)
                    .filteredOn(record -> !new String(record.key(), StandardCharsets.UTF_8).endsWith("judge-5"))
                    .hasSize(5)
                    .allMatch(record -> record.partition() == 1);
        }
    }

    @Test
    void jobsWithoutTimeOrRouteAreNotCalled(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.start(world.settings());
            world.enqueue(world.job("run", "late", "x")
                    .setDeadline(Clock.system().now().minusSeconds(1))
                    .build());
            world.enqueue(world.job("run", "lost", "x").setRoute("nowhere").build());

            Map<String, Result> results = byId(world.awaitResults(2));

            assertThat(requireNonNull(results.get("late")).getStatus()).isEqualTo(JobStatus.EXPIRED);
            assertThat(requireNonNull(results.get("late")).getFailureKind()).isEqualTo(FailureKind.DEADLINE_EXCEEDED);
            assertThat(requireNonNull(results.get("lost")).getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
            assertThat(requireNonNull(results.get("lost")).getFailureMessage()).contains("route nowhere");
            assertThat(world.provider.requestLog().arrived()).isZero();
        }
    }

    @Test
    void aCallThatTheDeadlineCutsEndsAsExpired(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.startReady(world.settings());
            world.enqueue(world.job("run", "short", "[[fault:stall]] x")
                    .setDeadline(Clock.system().now().plusSeconds(3))
                    .build());

            Result result = world.awaitResults(1).getFirst();

            assertThat(result.getStatus()).isEqualTo(JobStatus.EXPIRED);
            assertThat(result.getAttempts()).hasSize(1);
            assertThat(result.getBilledUncertain()).isTrue();
        }
    }

    @Test
    void aLanesLimitEndsACallAsATimeout(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            LaneSettings quick = new LaneSettings(
                    World.LANE,
                    null,
                    new LaneSettings.Timeouts(null, null, null, Duration.ofMillis(500), null, null),
                    null,
                    null);
            WorkerSettings settings = withoutRetries(world.settings());
            world.startReady(WorkerSettings.of(List.of(quick), settings.providers(), settings.routes()));
            world.enqueue(world.job("run", "slow", "[[fault:stall]] x").build());

            Result result = world.awaitResults(1).getFirst();

            assertThat(result.getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
            assertThat(result.getFailureKind()).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    @Test
    void workedJobsAreDeletedFromTheLane(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.start(world.settings().withTrimInterval(Duration.ofMillis(300)));
            world.enqueue("run", "job", 50, "question");

            world.awaitResults(50);

            World.await(
                    "lane trimmed",
                    () -> world.read(world.topics.jobs(World.LANE), any -> true).isEmpty());
            Map<Integer, Settlement> settlements = world.settlements();
            assertThat(world.ends())
                    .allSatisfy((partition, end) -> assertThat(
                                    requireNonNull(settlements.get(partition)).lowWater())
                            .isEqualTo(end));
        }
    }

    /** The same with one call a job, where a test is not about what follows. */
    private static WorkerSettings withoutRetries(WorkerSettings settings) {
        List<RouteSettings> routes = settings.routes().stream()
                .map(route -> new RouteSettings(route.name(), route.candidates(), null, OnAccountBlock.WAIT, 1, true))
                .toList();
        return WorkerSettings.of(settings.lanes(), settings.providers(), routes);
    }

    private static Judging judging(String runId, int partition) {
        return Judging.newBuilder()
                .setRunId(runId)
                .setJobId("job-0")
                .setGeneration(0)
                .setPart(0)
                .setPartition(partition)
                .build();
    }

    static FleetEntry cancel(String runId) {
        return FleetEntry.newBuilder()
                .setEntry(RunCancel.newBuilder()
                        .setRunId(runId)
                        .setBy("test")
                        .setAt(Clock.system().now())
                        .build())
                .build();
    }

    private static Map<String, Result> byId(List<Result> results) {
        Map<String, Result> byId = new java.util.HashMap<>();
        for (Result result : results) {
            assertThat(byId.put(result.getJobId(), result))
                    .as("second result of %s", result.getJobId())
                    .isNull();
        }
        return byId;
    }

    static DeadLetter letter(ConsumerRecord<byte[], byte[]> record) {
        return ((DeadLetterHeaders.Reading.Intact) DeadLetterHeaders.read(record.headers())).letter();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
