package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Job;
import dev.assay.schemas.Reducer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that are asked several times. */
class EpochsIT {
    private static final int LINES = 10;
    private static final int EPOCHS = 3;

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
    void everyLineBecomesSoManyJobsThatKnowTheirSample() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            assertThat(producer.submit(request("whole").build(), input(lines())))
                    .isEqualTo(new SubmitOutcome.Enqueued("whole", LINES * EPOCHS, LINES * EPOCHS, 0, 0));
            List<Job> jobs = jobs(lane);
            for (int i = 0; i < jobs.size(); i++) {
                Job job = jobs.get(i);
                assertThat(job.getOrdinal()).isEqualTo(i);
                assertThat(job.getJobId()).isEqualTo("job-" + i / EPOCHS + "~" + (i % EPOCHS + 1));
                assertThat(job.getExpectation().getSample()).isEqualTo("job-" + i / EPOCHS);
                assertThat(job.getExpectation().getEpoch()).isEqualTo(i % EPOCHS + 1);
                assertThat(job.getExpectation().getReducer()).isEqualTo("pass@2");
            }
            assertThat(lane.state("whole").enqueued()).isEqualTo(LINES * EPOCHS);
            assertThat(producer.submit(request("whole").build(), input(lines())))
                    .isEqualTo(new SubmitOutcome.AlreadyComplete("whole", LINES * EPOCHS));
            assertThat(lane.jobs()).hasSize(LINES * EPOCHS);
        }
    }

    @Test
    void aSubmitThatStoppedAmidASampleGoesOnThere() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            SubmitRequest request = request("resumed").chunkJobs(7).build();
            assertThatThrownBy(() -> producer.submit(request, input(lines()), new SubmitListener() {
                        @Override
                        public void enqueued(long enqueued, long total) {
                            throw new IllegalStateException("out");
                        }
                    }))
                    .hasMessage("out");
            assertThat(jobs(lane)).hasSize(7);
            assertThat(producer.submit(request, input(lines())))
                    .isEqualTo(new SubmitOutcome.Enqueued("resumed", LINES * EPOCHS, LINES * EPOCHS - 7, 0, 0));
            assertThat(jobs(lane).stream().map(Job::getJobId).distinct()).hasSize(LINES * EPOCHS);
        }
    }

    @Test
    void otherEpochsOrAnotherReducerAreAnotherRun() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            producer.submit(request("settings").build(), input(lines()));
            SubmitRequest other = request("settings")
                    .epochs(new Epochs(4, new Reducer.Mean()))
                    .build();
            assertThat(producer.submit(other, input(lines())))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.Mismatch.class,
                            mismatch -> assertThat(mismatch.reason())
                                    .contains("epochs: 4 (the run was begun with 3)")
                                    .contains("reducer: mean (the run was begun with pass@2)"));
        }
    }

    @Test
    void aChangedLineIsFoundByItsNumber() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            producer.submit(request("changed").build(), input(lines()));
            List<String> changed = lines();
            changed.set(4, JobFiles.batchLine("job-4", "another question"));
            assertThat(producer.submit(request("changed").build(), input(changed)))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.Mismatch.class,
                            mismatch -> assertThat(mismatch.line()).isEqualTo(5));
            List<String> longer = lines();
            longer.add(JobFiles.batchLine("job-10", "one more"));
            assertThat(producer.submit(request("changed").build(), input(longer)))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.Mismatch.class,
                            mismatch -> assertThat(mismatch.line()).isEqualTo(11));
        }
    }

    @Test
    void idsThatLookLikeEpochsOfOthersStayApart() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            List<String> lines = List.of(JobFiles.batchLine("q", "one"), JobFiles.batchLine("q~1", "two"));
            assertThat(producer.submit(request("alike").build(), input(lines)))
                    .isEqualTo(new SubmitOutcome.Enqueued("alike", 6, 6, 0, 0));
            assertThat(jobs(lane))
                    .extracting(Job::getJobId)
                    .contains("q~1", "q~1~1")
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void whatCannotBeReducedIsRefusedAtTheDoor() {
        assertThatThrownBy(() -> new Epochs(3, new Reducer.PassAt(4)))
                .hasMessage("reducer: pass@4 of 3 epochs (expected: at most as many)");
        assertThatThrownBy(() -> new Epochs(0, new Reducer.Mean())).hasMessage("epochs: 0 (expected: 1 to 1000)");
        assertThatThrownBy(() -> Reducer.parse("median"))
                .hasMessage("reducer: 'median' (expected: mean, majority, best or pass@K, such as pass@5)");
        assertThat(Reducer.parse("pass@5").label()).isEqualTo("pass@5");
    }

    private static SubmitRequest.Builder request(String run) {
        return SubmitRequest.run(run).route("main").tenant("acme").epochs(new Epochs(EPOCHS, new Reducer.PassAt(2)));
    }

    private static List<String> lines() {
        return new ArrayList<>(JobFiles.batchLines(LINES));
    }

    private JobInput input(List<String> lines) {
        return JobInput.file(JobFiles.write(directory, "jobs.jsonl", lines));
    }

    private static List<Job> jobs(TestLane lane) {
        return lane.jobs().stream()
                .map(TestLane.Found::job)
                .sorted(Comparator.comparingLong(Job::getOrdinal))
                .toList();
    }
}
