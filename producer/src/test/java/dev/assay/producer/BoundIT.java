package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bound on a lane's unfinished jobs, and where chunks are put. */
class BoundIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void atTheBoundTheSubmitIsToldSoAndTheNextOneGoesOnWhenThereIsRoom() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(130)));
            SubmitRequest request = request("full").bound(50).chunkJobs(20).build();

            SubmitOutcome outcome = producer.submit(request, input);

            assertThat(outcome).isInstanceOfSatisfying(SubmitOutcome.QueueFull.class, full -> {
                // Three chunks with their markers: 20 + 1, 20 + 1, then what still fits; one more where the second
                // marker was not yet written when the room for the third was read.
                assertThat(full.enqueued()).isBetween(47L, 48L);
                assertThat(full.depth()).isBetween(49L, 51L);
                assertThat(full.bound()).isEqualTo(50);
                // Nothing was drained while it looked.
                assertThat(full.retryAfter()).isEqualTo(Duration.ofSeconds(30));
            });
            lane.finishAll();
            assertThat(producer.submit(request, input))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.QueueFull.class,
                            full -> assertThat(full.enqueued()).isBetween(92L, 97L));
            lane.finishAll();
            assertThat(producer.submit(request, input))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.Enqueued.class,
                            done -> assertThat(done.jobs()).isEqualTo(130));
            assertThat(lane.jobs()).hasSize(130);
        }
    }

    @Test
    void aTenantsBoundHoldsForAllItsSubmitsAndForNobodyElse() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer one = AssayProducer.connect(lane.settings());
                AssayProducer other = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(130)));
            lane.setBound("acme", 50L);

            assertThat(one.submit(request("first").chunkJobs(20).build(), input))
                    .isInstanceOfSatisfying(SubmitOutcome.QueueFull.class, full -> {
                        assertThat(full.enqueued()).isBetween(48L, 50L);
                        assertThat(full.bound()).isEqualTo(50);
                    });
            assertThat(other.submit(request("second").chunkJobs(20).build(), input))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.QueueFull.class,
                            full -> assertThat(full.enqueued()).isBetween(0L, 1L));
            assertThat(other.submit(request("theirs").tenant("other").build(), input))
                    .isInstanceOf(SubmitOutcome.Enqueued.class);

            lane.setBound("acme", null);
            assertThat(one.submit(request("first").chunkJobs(20).build(), input))
                    .isInstanceOf(SubmitOutcome.Enqueued.class);
            assertThat(lane.jobs()).hasSizeBetween(260, 261);
        }
    }

    @Test
    void retryAfterFollowsFromHowFastTheLaneDrains() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(2_000)));
            SubmitRequest request =
                    request("drains").bound(1_000).chunkJobs(500).build();
            producer.submit(request, input);
            // A worker that finishes every tenth job, out of order.
            List<OffsetRange> finished = new ArrayList<>();
            for (long offset = 5; offset < 900; offset += 10) {
                finished.add(new OffsetRange(offset, offset + 1));
            }
            lane.commit(0, new Settlement(0, finished, Collections.emptyNavigableMap()));
            assertThat(lane.watch().read().unfinished()).isBetween(1_000L - finished.size(), 1_001L - finished.size());
            producer.submit(request, input);

            SubmitOutcome outcome = producer.submit(request, input);

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SubmitOutcome.QueueFull.class,
                            full -> assertThat(full.retryAfter())
                                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(29)));
        }
    }

    @Test
    void aWaitingSubmitIsReleasedAsTheWorkersFinishJobsAndTheBoundHolds() throws InterruptedException {
        try (TestLane lane = TestLane.on(kafka, 4);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(400)));
            SubmitRequest request = request("waits")
                    .bound(60)
                    .chunkJobs(25)
                    .whenFull(WhenFull.waitUpTo(PATIENCE))
                    .build();
            AtomicInteger waits = new AtomicInteger();
            AtomicLong deepest = new AtomicLong();
            AtomicReference<SubmitOutcome> outcome = new AtomicReference<>();
            Thread submit = Thread.ofVirtual()
                    .start(() -> outcome.set(producer.submit(request, input, new SubmitListener() {
                        @Override
                        public void enqueued(long enqueued, long total) {
                            deepest.accumulateAndGet(lane.watch().read().unfinished(), Math::max);
                        }

                        @Override
                        public void waiting(long depth, long bound, Duration waited) {
                            waits.incrementAndGet();
                        }
                    })));

            int partition = 0;
            while (!submit.join(Duration.ofMillis(50))) {
                // Finishing sooner could outrun a slow submit, which then never has to wait.
                if (waits.get() > 0) {
                    lane.finishAll(partition++ % 4);
                }
            }

            assertThat(outcome.get()).isEqualTo(new SubmitOutcome.Enqueued("waits", 400, 400, 0, 0));
            assertThat(waits.get()).isPositive();
            // One more is a marker that was not yet written when the room was read.
            assertThat(deepest.get()).isBetween(30L, 61L);
            assertThat(lane.jobs()).hasSize(400);
        }
    }

    @Test
    void aWaitThatBringsNoRoomEndsAfterTheTimeAllowed() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(100)));
            SubmitRequest request = request("gives-up")
                    .bound(26)
                    .chunkJobs(25)
                    .whenFull(WhenFull.waitUpTo(Duration.ofSeconds(2)))
                    .build();
            long start = System.nanoTime();

            assertThat(producer.submit(request, input))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.QueueFull.class,
                            full -> assertThat(full.enqueued()).isEqualTo(25));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void aWaitingSubmitEndsWhenItsThreadIsInterruptedOrItsProducerCloses() throws InterruptedException {
        try (TestLane lane = TestLane.on(kafka, 1)) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(100)));
            SubmitRequest request = request("stops")
                    .bound(26)
                    .chunkJobs(25)
                    .whenFull(WhenFull.waitUpTo(PATIENCE))
                    .build();
            for (boolean interrupt : new boolean[] {true, false}) {
                AssayProducer producer = AssayProducer.connect(lane.settings());
                AtomicReference<SubmitOutcome> outcome = new AtomicReference<>();
                AtomicInteger waits = new AtomicInteger();
                Thread submit = Thread.ofVirtual()
                        .start(() -> outcome.set(producer.submit(request, input, new SubmitListener() {
                            @Override
                            public void waiting(long depth, long bound, Duration waited) {
                                waits.incrementAndGet();
                            }
                        })));
                await().atMost(PATIENCE).until(() -> waits.get() > 0);
                if (interrupt) {
                    submit.interrupt();
                } else {
                    producer.close();
                }

                assertThat(submit.join(Duration.ofSeconds(20))).isTrue();
                producer.close();

                assertThat(outcome.get()).isEqualTo(new SubmitOutcome.Stopped("stops", 25));
            }
        }
    }

    @Test
    void submittersRacingForALaneOvershootItByNoMoreThanAChunkOfEachOther() throws InterruptedException {
        try (TestLane lane = TestLane.on(kafka, 4);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            int submitters = 4;
            int bound = 2_000;
            int chunk = 50;
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(1_000)));
            Queue<SubmitOutcome> outcomes = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < submitters; i++) {
                SubmitRequest request =
                        request("racer-" + i).bound(bound).chunkJobs(chunk).build();
                threads.add(Thread.ofVirtual().start(() -> outcomes.add(producer.submit(request, input))));
            }
            for (Thread thread : threads) {
                thread.join();
            }

            // Each other submitter's chunk with its marker, and the marker of one's own that was not written yet.
            assertThat(lane.watch().read().unfinished())
                    .isBetween(bound * 95L / 100, bound + (submitters - 1) * (chunk + 1L) + 1);
            assertThat(outcomes)
                    .hasSize(submitters)
                    .allSatisfy(outcome -> assertThat(outcome)
                            .isInstanceOfSatisfying(SubmitOutcome.QueueFull.class, full -> {
                                assertThat(full.depth()).isGreaterThanOrEqualTo(bound * 95L / 100);
                                assertThat(full.bound()).isEqualTo(bound);
                                assertThat(full.retryAfter()).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(5));
                            }));
        }
    }

    @Test
    void submittersRacingForALanesOwnBoundNeverExceedItAndNoneIsRefusedWhileThereIsRoom() throws InterruptedException {
        try (TestLane lane = TestLane.on(kafka, 4);
                AssayProducer one = AssayProducer.connect(lane.settings());
                AssayProducer other = AssayProducer.connect(lane.settings())) {
            int bound = 2_000;
            lane.setBound((long) bound);
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(1_000)));
            Queue<SubmitOutcome> outcomes = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                SubmitRequest request = request("claims-" + i).chunkJobs(150).build();
                AssayProducer producer = i % 2 == 0 ? one : other;
                threads.add(Thread.ofVirtual().start(() -> outcomes.add(producer.submit(request, input))));
            }
            long deepest = 0;
            for (Thread thread : threads) {
                while (!thread.join(Duration.ofMillis(20))) {
                    deepest = Math.max(deepest, lane.watch().read().unfinished());
                }
            }

            assertThat(deepest).isBetween(bound * 95L / 100, (long) bound);
            assertThat(lane.watch().read().unfinished()).isBetween(bound * 95L / 100, (long) bound);
            assertThat(outcomes)
                    .hasSize(4)
                    .allSatisfy(outcome -> assertThat(outcome)
                            .isInstanceOfSatisfying(
                                    SubmitOutcome.QueueFull.class,
                                    full -> assertThat(full.depth()).isBetween(bound * 95L / 100, (long) bound)));
        }
    }

    @Test
    void theLanesOwnBoundIsFollowedWhileASubmitWaitsAtIt() throws InterruptedException {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(300)));
            SubmitRequest request = request("follows")
                    .chunkJobs(25)
                    .whenFull(WhenFull.waitUpTo(PATIENCE))
                    .build();
            AtomicLong enqueuedSoFar = new AtomicLong();
            AtomicLong toldBound = new AtomicLong();
            AtomicReference<SubmitOutcome> outcome = new AtomicReference<>();
            lane.setBound(100L);
            Thread submit = Thread.ofVirtual()
                    .start(() -> outcome.set(producer.submit(request, input, new SubmitListener() {
                        @Override
                        public void enqueued(long enqueued, long total) {
                            enqueuedSoFar.set(enqueued);
                        }

                        @Override
                        public void waiting(long depth, long bound, Duration waited) {
                            toldBound.set(bound);
                        }
                    })));
            await().atMost(PATIENCE).until(() -> toldBound.get() == 100);
            assertThat(enqueuedSoFar.get()).isBetween(90L, 100L);

            lane.setBound(200L);
            await().atMost(Duration.ofSeconds(3)).until(() -> enqueuedSoFar.get() > 100);
            await().atMost(PATIENCE).until(() -> toldBound.get() == 200);
            lane.setBound(50L);
            await().atMost(Duration.ofSeconds(3)).until(() -> toldBound.get() == 50);
            long atLowering = enqueuedSoFar.get();
            lane.commit(Placement.of("acme", 2).shard().getFirst(), Settlement.at(100));
            toldBound.set(0);
            await().atMost(PATIENCE).until(() -> toldBound.get() == 50);
            // The lane has drained by half, and what is left is above the bound still.
            assertThat(lane.watch().read().unfinished()).isGreaterThan(50);
            assertThat(enqueuedSoFar.get()).isEqualTo(atLowering);
            lane.finishAll();
            await().atMost(PATIENCE).until(() -> enqueuedSoFar.get() > atLowering);
            lane.setBound(null);

            submit.join();
            assertThat(outcome.get()).isEqualTo(new SubmitOutcome.Enqueued("follows", 300, 300, 0, 0));
            assertThat(lane.jobs()).hasSize(300);
        }
    }

    @Test
    void aClosedLaneLetsNothingInAndASubmittersOwnBoundMayBeStricterThanTheLanes() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(100)));
            lane.setBound(0L);
            assertThat(producer.submit(request("closed").build(), input))
                    .isEqualTo(new SubmitOutcome.QueueFull("closed", 0, 0, 0, Duration.ofSeconds(30)));

            lane.setBound(90L);
            assertThat(producer.submit(request("closed").bound(40).build(), input))
                    .isInstanceOfSatisfying(SubmitOutcome.QueueFull.class, full -> {
                        assertThat(full.bound()).isEqualTo(40);
                        assertThat(full.enqueued()).isBetween(38L, 39L);
                    });
            assertThat(lane.jobs().size()).isBetween(38, 39);
        }
    }

    @Test
    void aChunkGoesWholeToTheShortestPartitionOfItsTenantsShard() {
        try (TestLane lane = TestLane.on(kafka, 8);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(120)));

            producer.submit(request("placed").chunkJobs(10).build(), input);

            TreeMap<Long, TreeSet<Integer>> partitionsOfChunk = new TreeMap<>();
            TreeMap<Integer, Integer> jobsOfPartition = new TreeMap<>();
            for (TestLane.Found found : lane.jobs()) {
                int partition = found.record().partition();
                partitionsOfChunk
                        .computeIfAbsent(found.job().getOrdinal() / 10, chunk -> new TreeSet<>())
                        .add(partition);
                jobsOfPartition.merge(partition, 1, Integer::sum);
            }
            assertThat(partitionsOfChunk.values())
                    .hasSize(12)
                    .allSatisfy(partitions -> assertThat(partitions).hasSize(1));
            // The shard is four of eight, and each got its turn as the shortest; a marker that was not yet written
            // makes a partition look shorter once.
            assertThat(jobsOfPartition.keySet())
                    .isEqualTo(new TreeSet<>(Placement.of("acme", 8).shard()));
            assertThat(jobsOfPartition.values())
                    .allSatisfy(jobs -> assertThat(jobs).isBetween(20, 40));
        }
    }

    private static SubmitRequest.Builder request(String run) {
        return SubmitRequest.run(run).route("main").tenant("acme");
    }
}
