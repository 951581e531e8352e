package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import dev.assay.schemas.topics.HeaderNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settling while workers come, go, are fenced, and find what a dead one left. */
@ExtendWith(KafkaExtension.class)
class SettlementIT {
    @Test
    void aDrainWaitsForJobsInHandAndLeavesNoTrace(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("800ms"));
        try (World world = World.create(broker, slow, 4)) {
            world.enqueue("run", "job", 40, "question");
            Worker worker = world.start(world.settings().withInFlight(8));
            assertThat(world.provider.requestLog().await(counts -> counts.arrived() == 8, World.PATIENCE))
                    .isTrue();

            worker.close();

            assertThat(worker.awaitStopped()).isInstanceOf(Worker.Stopped.Drained.class);
            List<Result> first = world.results();
            assertThat(first).hasSizeGreaterThanOrEqualTo(8);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(first.size());
            assertThat(world.provider.requestLog().disconnects()).isZero();
            assertThat(world.settlements().values())
                    .allMatch(settlement -> settlement.started().isEmpty());
            world.start(world.settings().withInFlight(40));
            assertThat(World.ids(world.awaitResults(40))).hasSize(40);
            World.await("lane worked off", world::isWorkedOff);
            assertThat(world.results()).hasSize(40).allMatch(result -> result.getDeliveries() == 1);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(40);
        }
    }

    @Test
    void whatADrainCutsRunsElsewhereAndIsNotCharged(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.provider.faults().add(FaultRule.of("stall"));
            world.enqueue("run", "job", 20, "question");
            Worker worker = world.start(world.settings().withInFlight(8));
            assertThat(world.provider.requestLog().await(counts -> counts.arrived() == 8, World.PATIENCE))
                    .isTrue();

            worker.drain(Duration.ofMillis(300));

            assertThat(world.provider.requestLog().await(counts -> counts.disconnects() == 8, Duration.ofSeconds(1)))
                    .isTrue();
            assertThat(world.results()).isEmpty();
            assertThat(world.settlements().values())
                    .allMatch(settlement -> settlement.started().isEmpty());
            world.provider.faults().clear();
            world.start(world.settings());
            List<Result> results = world.awaitResults(20);
            assertThat(World.ids(results)).hasSize(20);
            assertThat(results).allMatch(result -> result.getDeliveries() == 1);
        }
    }

    @Test
    void workersThatJoinAndLeaveCallNothingTwice(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("20ms..200ms"));
        try (World world = World.create(broker, slow, 6)) {
            world.enqueue("run", "job", 900, "question");
            WorkerSettings settings = world.settings().withInFlight(12);
            Worker first = world.startReady(settings);
            world.awaitResults(50);
            Worker second = world.startReady(settings);
            world.awaitResults(250);
            first.close();
            world.awaitResults(400);
            Worker third = world.startReady(settings);
            world.awaitResults(550);
            second.close();

            List<Result> results = world.awaitResults(900);
            World.await("lane worked off", world::isWorkedOff);

            assertThat(World.ids(results)).hasSize(900);
            assertThat(world.results())
                    .hasSize(900)
                    .as("what stood ready when its partition moved is not charged")
                    .allMatch(result -> result.getDeliveries() == 1);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(900);
            assertThat(results.stream().map(Result::getWorker).distinct())
                    .contains(first.id(), second.id(), third.id());
        }
    }

    @Test
    void aCallThatOutlivesTheGraceOfARevocationIsCutAndRunsElsewhere(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker, SimulatorSettings.standard(), 2)) {
            world.enqueue(
                    0, world.job("run", "zero", "[[fault:stall;times=1]] 0").build());
            world.enqueue(
                    1, world.job("run", "one", "[[fault:stall;times=1]] 1").build());
            WorkerSettings settings = world.settings().withDrainGrace(Duration.ofMillis(500));
            Worker first = world.startReady(settings);
            assertThat(world.provider.requestLog().await(counts -> counts.arrived() == 2, World.PATIENCE))
                    .isTrue();

            Worker second = world.start(settings);

            List<Result> results = world.awaitResults(1);
            assertThat(results).singleElement().satisfies(result -> {
                assertThat(result.getStatus()).isEqualTo(JobStatus.SUCCEEDED);
                assertThat(result.getWorker()).isEqualTo(second.id());
                assertThat(result.getDeliveries()).isEqualTo(1);
            });
            assertThat(world.provider.requestLog().disconnects())
                    .as("the call of the partition that stayed goes on")
                    .isEqualTo(1);
            first.close();
            assertThat(World.ids(world.awaitResults(2))).containsExactlyInAnyOrder("zero", "one");
        }
    }

    @Test
    void aSettlementThatIsFencedIsResolvedAndSentAgain(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("10ms..60ms"));
        try (World world = World.create(broker, slow, 4)) {
            world.enqueue("run", "job", 600, "question");
            Worker worker = world.start(world.settings().withInFlight(16));
            for (int i = 1; i <= 5; i++) {
                world.awaitResults(i * 60);
                String id = world.topics.workerTransactionalId(World.LANE, worker.id());
                try (KafkaProducer<byte[], byte[]> usurper = world.clients().transactionalProducer(id)) {
                    usurper.initTransactions();
                }
            }

            List<Result> results = world.awaitResults(600);
            World.await("lane worked off", world::isWorkedOff);

            assertThat(World.ids(results)).hasSize(600);
            assertThat(world.results()).hasSize(600);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(600);
            assertThat(worker.isReady()).isTrue();
        }
    }

    @Test
    void suspectsRunOnceMoreThenAloneAndPoisonIsQuarantined(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("150ms"));
        try (World world = World.create(broker, slow, 1)) {
            for (int i = 0; i < 12; i++) {
                world.enqueue(0, world.job("run", "job-" + i, "question").build());
            }
            TreeMap<Long, Starts> started = new TreeMap<>();
            started.put(0L, new Starts(2, 2));
            started.put(1L, new Starts(2, 3));
            started.put(2L, new Starts(2, 0));
            started.put(3L, new Starts(2, 1));
            started.put(4L, new Starts(1, 0));
            world.leave(0, new Settlement(0, List.of(new OffsetRange(10, 12)), started));

            world.start(world.settings());

            Map<String, Result> results =
                    world.awaitResults(10).stream().collect(Collectors.toMap(Result::getJobId, result -> result));
            World.await("lane worked off", world::isWorkedOff);
            for (String poison : List.of("job-0", "job-1")) {
                Result result = requireNonNull(results.get(poison));
                assertThat(result.getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
                assertThat(result.getFailureKind()).isEqualTo(FailureKind.UNKNOWN);
            }
            assertThat(requireNonNull(results.get("job-0")).getRoute()).isEqualTo(World.ROUTE);
            assertThat(requireNonNull(results.get("job-1")).getRoute())
                    .as("not even decoded")
                    .isEmpty();
            assertThat(requireNonNull(results.get("job-2")).getDeliveries()).isEqualTo(3);
            assertThat(requireNonNull(results.get("job-3")).getDeliveries()).isEqualTo(4);
            assertThat(requireNonNull(results.get("job-4")).getDeliveries()).isEqualTo(2);
            assertThat(requireNonNull(results.get("job-5")).getDeliveries()).isEqualTo(1);
            assertThat(results).as("finished by the dead worker").doesNotContainKeys("job-10", "job-11");
            assertThat(world.read(world.topics.deadLetterJobs(), any -> true))
                    .hasSize(2)
                    .allMatch(record -> WorkerIT.letter(record).getDisposition() == Disposition.POISON);
            List<CallRecord> calls = world.provider.requestLog().calls();
            assertThat(calls).hasSize(8);
            assertAlone(calls, "run/job-2/0/3.1");
            assertAlone(calls, "run/job-3/0/4.1");
        }
    }

    @Test
    void aSuspectRunsAloneAlthoughJobsOfAnotherLaneStandReady(EmbeddedKafka broker) throws Exception {
        SimulatorSettings slow = SimulatorSettings.standard().withLatency(Latency.parse("100ms"));
        try (World world = World.create(broker, slow, 1)) {
            world.leave(0, new Settlement(0, List.of(), new TreeMap<>(Map.of(0L, new Starts(2, 0)))));
            world.enqueueTo("judge", "run", "judge", 80);
            WorkerSettings settings = world.settings();
            world.start(WorkerSettings.of(
                            List.of(LaneSettings.of(World.LANE), LaneSettings.of("judge")),
                            settings.providers(),
                            settings.routes())
                    .withTrimInterval(Duration.ZERO)
                    .withInFlight(4));
            world.awaitResults(5);

            world.enqueue(0, world.job("run", "suspect", "question").build());

            List<Result> results = world.awaitResults(81);
            assertThat(World.ids(results)).hasSize(81);
            assertThat(results)
                    .filteredOn(result -> !result.getJobId().equals("suspect"))
                    .allMatch(result -> result.getDeliveries() == 1);
            List<CallRecord> calls = world.provider.requestLog().calls();
            assertThat(calls).hasSize(81);
            assertAlone(calls, "run/suspect/0/3.1");
        }
    }

    @Test
    void aResultThatIsTooLargeLosesItsResponseAndThenItsAnswer(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            limit(world, world.topics.results(), 20_000);
            world.provider.faults().add(answer("large", "x".repeat(50_000), "y"));
            world.provider.faults().add(answer("verbose", "short", "z".repeat(50_000)));
            world.enqueue(world.job("run", "large", "large").build());
            world.enqueue(world.job("run", "verbose", "verbose").build());
            world.enqueue("run", "plain", 20, "plain");
            world.start(world.settings());

            Map<String, Result> results =
                    world.awaitResults(22).stream().collect(Collectors.toMap(Result::getJobId, result -> result));
            World.await("lane worked off", world::isWorkedOff);

            Result large = requireNonNull(results.get("large"));
            assertThat(large.getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
            assertThat(large.getFailureKind()).isEqualTo(FailureKind.BAD_RESPONSE);
            assertThat(large.getAnswer()).isNull();
            Result verbose = requireNonNull(results.get("verbose"));
            assertThat(verbose.getStatus()).isEqualTo(JobStatus.SUCCEEDED);
            assertThat(verbose.getAnswer()).isEqualTo("short");
            assertThat(verbose.getResponse()).isNull();
            assertThat(verbose.getFailureMessage()).contains("left out");
            for (int i = 0; i < 20; i++) {
                assertThat(requireNonNull(results.get("plain-" + i)).getResponse())
                        .isNotNull();
            }
            assertThat(world.read(world.topics.deadLetterJobs(), any -> true)).hasSize(1);
            assertThat(world.provider.requestLog().arrived()).isEqualTo(22);
        }
    }

    @Test
    void aDeadLetterThatTheClusterTakesInNoFormIsHeldWhileTheRestGoesOn(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            limit(world, world.topics.deadLetterJobs(), 2_000);
            world.send(0, "run/huge", new byte[10_000], Map.of(HeaderNames.RUN_ID, "run", HeaderNames.JOB_ID, "huge"));
            world.enqueue("run", "job", 20, "question");

            world.start(world.settings());

            assertThat(World.ids(world.awaitResults(20))).hasSize(20).doesNotContain("huge");
            limit(world, world.topics.deadLetterJobs(), 100_000);
            assertThat(World.ids(world.awaitResults(21))).contains("huge");
            List<ConsumerRecord<byte[], byte[]>> letters = world.awaitRecords(world.topics.deadLetterJobs(), 1);
            assertThat(letters.getFirst().value()).hasSize(10_000);
        }
    }

    private static FaultRule answer(String marker, String content, String extra) {
        String body = "{\"model\":\"simulator-small\",\"x\":\"" + extra + "\",\"choices\":[{\"index\":0,\"message\":"
                + "{\"role\":\"assistant\",\"content\":\"" + content + "\"},\"finish_reason\":\"stop\"}]}";
        return new FaultRule("status=200", null, null, null, null, marker, null, null, null, null, body);
    }

    private static void limit(World world, String topic, int bytes) throws Exception {
        world.admin
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("max.message.bytes", String.valueOf(bytes)),
                                AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private static void assertAlone(List<CallRecord> calls, String key) {
        CallRecord alone = calls.stream()
                .filter(call -> key.equals(call.idempotencyKey()))
                .findFirst()
                .orElseThrow();
        long from = alone.arrivedNanos();
        long to = from + alone.durationNanos();
        assertThat(calls)
                .filteredOn(call -> call.arrivedNanos() < to && call.arrivedNanos() + call.durationNanos() > from)
                .containsExactly(alone);
    }
}
