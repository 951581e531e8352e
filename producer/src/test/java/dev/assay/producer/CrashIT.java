package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Submits that are killed or cut off: every job of the run is on the lane once all the same. Those that are frozen or
 * overtaken have {@link OvertakenIT}, so that the two run side by side.
 */
class CrashIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void killedAtAnyMomentAndSubmittedAgainEveryJobIsThereOnce() {
        int jobs = 3_000;
        Random random = new Random(17);
        Path file = JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(jobs));
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
                TestLane lane = TestLane.on(kafka, 4)) {
            long before = 0;
            int kills = 0;
            while (kills < 4 && before < jobs) {
                try (ChildProcess submit = SubmitProcess.start(lane, "killed", file, 5, directory.resolve("log"))) {
                    long seen = before;
                    await().atMost(PATIENCE)
                            .pollDelay(Duration.ZERO)
                            .pollInterval(Duration.ofMillis(5 + random.nextInt(60)))
                            .until(() ->
                                    !submit.isAlive() || lane.state("killed").enqueued() > seen);
                    submit.kill9();
                }
                kills++;
                before = lane.state("killed").enqueued();
            }

            try (AssayProducer producer = AssayProducer.connect(lane.settings())) {
                SubmitOutcome outcome = producer.submit(request("killed", 500), JobInput.file(file));

                assertThat(outcome).isEqualTo(new SubmitOutcome.Enqueued("killed", jobs, jobs - before, 0, 0));
            }
            // Otherwise the kills came when there was nothing left to do.
            assertThat(before).isBetween(1L, jobs - 1L);
            assertEveryJobOnce(lane, jobs);
        }
    }

    @Test
    void killedAtEveryStepOfATransactionAndSubmittedAgainEveryJobIsThereOnce() {
        int jobs = 30;
        int chunk = 5;
        // A chunk's records: its jobs, its fingerprints, with the first one the manifest, and the progress.
        List<String> steps = List.of(
                "validated",
                "send:1",
                "send:8",
                "acked:8",
                "committed:1",
                "acked:7",
                "committed:2",
                // The last chunk, whose progress says that the run is complete, and what comes after it.
                "send:21",
                "acked:1");
        Path file = JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(jobs));
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
                TestLane lane = TestLane.on(kafka, 4)) {
            List<Long> enqueued = new ArrayList<>();
            for (String step : steps) {
                try (ChildProcess submit =
                        HaltingSubmit.start(lane, "stepwise", file, chunk, "128m", step, directory.resolve("log"))) {
                    assertThat(submit.awaitExit(PATIENCE)).as(step).isEqualTo(137);
                }
                enqueued.add(lane.state("stepwise").enqueued());
            }

            // Only what was committed is there; an acknowledged record is not committed yet.
            assertThat(enqueued).containsExactly(0L, 0L, 0L, 0L, 5L, 5L, 15L, 25L, 25L);
            try (AssayProducer producer = AssayProducer.connect(lane.settings())) {
                assertThat(producer.submit(request("stepwise", chunk), JobInput.file(file)))
                        .isEqualTo(new SubmitOutcome.Enqueued("stepwise", jobs, jobs - 25, 0, 0));
                assertThat(producer.submit(request("stepwise", chunk), JobInput.file(file)))
                        .isEqualTo(new SubmitOutcome.AlreadyComplete("stepwise", jobs));
            }
            assertEveryJobOnce(lane, jobs);
        }
    }

    /** The full form: {@code -Dsubmit.lines=1000000}, in a heap of 256 MB. */
    @Test
    void aFileLargerThanTheHeapIsEnqueued() throws IOException {
        int jobs = Integer.getInteger("submit.lines", 60_000);
        String heap = jobs > 100_000 ? "256m" : "96m";
        Path file = directory.resolve("large.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < jobs; i++) {
                out.write(JobFiles.batchLine("job-" + i, "question " + i + " " + "word ".repeat(400)));
                out.write('\n');
            }
        }
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
                TestLane lane = TestLane.on(kafka, 4);
                ChildProcess submit =
                        HaltingSubmit.start(lane, "large", file, 500, heap, "none", directory.resolve("log"))) {
            // As many as there are may be unfinished, or it would wait for workers.
            lane.setBound(2L * jobs);

            assertThat(submit.awaitReady(Duration.ofMinutes(10)))
                    .isEqualTo(new SubmitOutcome.Enqueued("large", jobs, jobs, 0, 0).toString());
            assertThat(lane.state("large").complete()).isTrue();
        }
    }

    @Test
    void aBrokerThatDiesAndComesBackCostsNoJobAndDoublesNone() {
        int jobs = 600;
        Path file = JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(jobs));
        try (BrokerProcess broker =
                        BrokerProcess.start(EmbeddedKafkaSettings.temporary()).awaitReady();
                TestLane lane = TestLane.on(broker.bootstrap(), 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            List<Long> kills = new ArrayList<>();

            SubmitOutcome outcome = producer.submit(request("broker", 20), JobInput.file(file), new SubmitListener() {
                @Override
                public void enqueued(long enqueued, long total) {
                    if (enqueued == 200) {
                        kills.add(enqueued);
                        broker.kill9();
                        broker.restart();
                    }
                }
            });

            assertThat(kills).containsExactly(200L);
            assertThat(outcome).isEqualTo(new SubmitOutcome.Enqueued("broker", jobs, jobs, 0, 0));
            assertEveryJobOnce(lane, jobs);
        }
    }

    static void assertEveryJobOnce(TestLane lane, int jobs) {
        Map<String, Integer> times = new TreeMap<>();
        for (TestLane.Found found : lane.jobs()) {
            times.merge(found.job().getJobId(), 1, Integer::sum);
            assertThat(found.job().getJobId()).isEqualTo("job-" + found.job().getOrdinal());
        }
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            if (!times.containsKey("job-" + i)) {
                lost.add("job-" + i);
            }
        }
        times.values().removeIf(count -> count == 1);
        assertThat(lost).as("lost jobs").isEmpty();
        assertThat(times).as("doubled jobs").isEmpty();
    }

    static SubmitRequest request(String run, int chunkJobs) {
        return SubmitRequest.run(run)
                .route("main")
                .tenant("acme")
                .chunkJobs(chunkJobs)
                .whenFull(WhenFull.waitUpTo(Duration.ofMinutes(1)))
                .build();
    }
}
