package dev.assay.producer;

import static dev.assay.producer.CrashIT.assertEveryJobOnce;
import static dev.assay.producer.CrashIT.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submits of which another takes over, or that are frozen: every job of the run is on the lane once all the same. */
class OvertakenIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void ofTwoSubmitsAtOnceOneTakesOverAndEveryJobIsThereOnce() throws InterruptedException {
        int jobs = 200;
        Path file = JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(jobs));
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
                TestLane lane = TestLane.on(kafka, 4);
                AssayProducer first = AssayProducer.connect(lane.settings());
                AssayProducer second = AssayProducer.connect(lane.settings())) {
            CountDownLatch underWay = new CountDownLatch(3);
            CountDownLatch overtaken = new CountDownLatch(1);
            AtomicReference<SubmitOutcome> firstOutcome = new AtomicReference<>();
            Thread thread = Thread.ofVirtual()
                    .start(() -> firstOutcome.set(first.submit(
                            request("twice", 10), JobInput.file(file), new SubmitListener() {
                                @Override
                                public void enqueued(long enqueued, long total) {
                                    underWay.countDown();
                                    if (underWay.getCount() == 0) {
                                        awaitQuietly(overtaken);
                                    }
                                }
                            })));
            underWay.await();

            SubmitOutcome secondOutcome =
                    second.submit(request("twice", 10), JobInput.file(file), new SubmitListener() {
                        @Override
                        public void enqueued(long enqueued, long total) {
                            // Half-way the first one is let go on, and finds that the run is no longer its own.
                            if (enqueued == 100) {
                                overtaken.countDown();
                                joinQuietly(thread);
                            }
                        }
                    });
            thread.join();

            assertThat(firstOutcome.get()).isEqualTo(new SubmitOutcome.Superseded("twice", 30));
            assertThat(secondOutcome).isEqualTo(new SubmitOutcome.Enqueued("twice", jobs, jobs - 30, 0, 0));
            assertEveryJobOnce(lane, jobs);
        }
    }

    @Test
    void aSubmitFrozenBeyondItsTransactionsTimeoutGoesOnWhenItThaws() {
        int jobs = 2_000;
        Path file = JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(jobs));
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary()
                        .withBroker("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500"));
                TestLane lane = TestLane.on(kafka, 2)) {
            try (ChildProcess submit = SubmitProcess.start(lane, "frozen", file, 4, directory.resolve("log"))) {
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> lane.state("frozen").enqueued() > 0);
                submit.pause();
                long thawAt = System.nanoTime()
                        + Duration.ofMillis(KafkaClients.TRANSACTION_TIMEOUT_MILLIS + 2_000)
                                .toNanos();
                await().atMost(PATIENCE).until(() -> System.nanoTime() > thawAt);
                long frozenAt = lane.state("frozen").enqueued();
                assertThat(frozenAt).isLessThan(jobs);
                submit.resume();

                assertThat(submit.awaitReady(PATIENCE))
                        .isEqualTo(new SubmitOutcome.Enqueued("frozen", jobs, jobs, 0, 0).toString());
            }
            assertEveryJobOnce(lane, jobs);
        }
    }

    @Test
    void aSubmitFrozenInItsTransactionFindsThatAnotherTookOverAndEnqueuesNothing() {
        int jobs = 20;
        Path file = JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(jobs));
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
                TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings());
                ChildProcess submit =
                        HaltingSubmit.start(lane, "held", file, 5, "128m", "hold:3", directory.resolve("log"))) {
            assertThat(submit.awaitReady(PATIENCE)).isEqualTo("holding");
            submit.pause();

            assertThat(producer.submit(request("held", 5), JobInput.file(file)))
                    .isEqualTo(new SubmitOutcome.Enqueued("held", jobs, jobs, 0, 0));
            submit.resume();

            assertThat(submit.awaitExit(PATIENCE)).isZero();
            assertEveryJobOnce(lane, jobs);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void joinQuietly(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
