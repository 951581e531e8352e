package dev.assay.producer;

import static dev.assay.producer.JobFiles.batchLine;
import static dev.assay.producer.JobFiles.batchLines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.CandidateBudget;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Job;
import dev.assay.schemas.RouteBudgets;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.topics.Keys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitIT {
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
    void theExampleOfTheDocumentationWorks() throws IOException {
        try (TestLane lane = TestLane.standard(kafka, 2)) {
            Path file = JobFiles.write(
                    directory, "sums.jsonl", "{\"prompt\":\"2+2?\",\"ideal\":4}\n{\"prompt\":\"2+3?\",\"ideal\":5}\n");

            assertThat(SubmitExample.enqueue(kafka.bootstrap(), file)).isEqualTo("2 jobs are enqueued");
            assertThat(SubmitExample.enqueue(kafka.bootstrap(), file)).isEqualTo("2 jobs were enqueued before");
            assertThat(lane.jobs()).hasSize(2);
        }
    }

    @Test
    void aRequestThatNoModelOfItsRouteCanEverTakeIsRefusedAtTheDoor() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            Path file = JobFiles.write(
                    directory,
                    "jobs.jsonl",
                    batchLine("short", "Yes?") + "\n" + batchLine("long", "yes ".repeat(80)) + "\n");
            lane.tellFleet(
                    Keys.routeBudgets("main"),
                    new RouteBudgets(
                            "main",
                            List.of(new CandidateBudget("small", "calls/house/small", true)),
                            "worker-1",
                            Instant.EPOCH));
            lane.tellFleet(Keys.budgetLimits("calls/house/small"), tokensAMinute(50));

            SubmitOutcome outcome = producer.submit(request("too-large").build(), JobInput.file(file));

            assertThat(outcome).isInstanceOf(SubmitOutcome.Refused.class);
            assertThat(((SubmitOutcome.Refused) outcome).problems())
                    .singleElement()
                    .asString()
                    .contains("jobs.jsonl:2: body: ")
                    .endsWith("(limit of calls/house/small: 50 tokens a minute); no model of route main can take it");
            assertThat(lane.jobs()).isEmpty();

            lane.tellFleet(Keys.budgetLimits("calls/house/small"), tokensAMinute(500));
            assertThat(producer.submit(request("too-large").build(), JobInput.file(file)))
                    .isInstanceOf(SubmitOutcome.Enqueued.class);
            lane.tellFleet(Keys.budgetLimits("calls/house/small"), tokensAMinute(50));
            assertThat(producer.submit(request("too-large").build(), JobInput.file(file)))
                    .as("a limit that was lowered since makes no other input of it")
                    .isInstanceOf(SubmitOutcome.AlreadyComplete.class);
        }
    }

    private static BudgetLimits tokensAMinute(long amount) {
        return BudgetLimits.newBuilder()
                .setBudget("calls/house/small")
                .setLimits(List.of(new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, amount)))
                .setIsSetByHand(true)
                .setBy("kim@laptop")
                .setReason("test")
                .setAt(Instant.EPOCH)
                .build();
    }

    @Test
    void everyFieldOfAJobIsWhatWasAskedFor() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            String body = "{ \"model\":\"gpt-4o\", \"messages\":[{\"role\":\"user\",\"content\":\"Caf\\u00e9 2+2?\"}],"
                    + " \"max_tokens\": 1e2, \"top_k\":  1.0, \"vendor\":{\"b\":[1,2.50]} }";
            Path file = JobFiles.write(
                    directory,
                    "jobs.jsonl",
                    "{\"custom_id\":\"q/1\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\",\"body\":" + body
                            + ",\"metadata\":{\"team\":\"blue\",\"n\":7},\"deadline\":\"2040-01-01T00:00:00+01:00\","
                            + "\"expectation\":{\"scorers\":[{\"scorer\":\"numeric\",\"targets\":[\"4\",4.0],"
                            + "\"options\":{\"tolerance\":0.010},\"weight\":2}]}}\n");
            SubmitRequest request = request("fields")
                    .account(Account.BUSINESS)
                    .template("tmpl", "3")
                    .maxWait("60s")
                    .requiredRegion("eu")
                    .priority(5)
                    .sideEffects(true)
                    .tags(Map.of("team", "red", "suite", "nightly"))
                    .traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                    .build();
            Instant before = Instant.now();

            assertThat(producer.submit(request, JobInput.file(file)))
                    .isEqualTo(new SubmitOutcome.Enqueued("fields", 1, 1, 0, 0));

            TestLane.Found found = lane.jobs().getFirst();
            Job job = found.job();
            assertThat(job.getBody()).isEqualTo(body);
            assertThat(List.of(job.getRunId(), job.getJobId(), job.getTenant(), job.getLane(), job.getRoute()))
                    .containsExactly("fields", "q/1", "acme", "batch", "main");
            assertThat(job.getAccount()).isEqualTo(Account.BUSINESS);
            assertThat(job.getGeneration()).isZero();
            assertThat(job.getOrdinal()).isZero();
            assertThat(job.getTemplateId() + job.getTemplateVersion() + job.getMaxWait() + job.getRequiredRegion())
                    .isEqualTo("tmpl360seu");
            assertThat(job.getPriority()).isEqualTo(5);
            assertThat(job.getSideEffects()).isTrue();
            assertThat(job.getMaxTokens()).isEqualTo(100);
            assertThat(job.getEstimatedInputTokens()).isBetween(10, 20);
            assertThat(job.getTags()).isEqualTo(Map.of("team", "blue", "suite", "nightly", "n", "7"));
            assertThat(job.getDeadline()).isEqualTo("2039-12-31T23:00:00Z");
            assertThat(job.getEnqueuedAt()).isBetween(before.minusMillis(1), Instant.now());
            assertThat(job.getTraceparent()).startsWith("00-0af7");
            assertThat(job.getExpectation())
                    .isEqualTo(Expecting.of(
                            Expecting.use("numeric", List.of("4", "4.0"), Map.of("tolerance", "0.010"), 2)));
            assertThat(text(found.record().key())).isEqualTo("fields/q/1");
            assertThat(headers(found))
                    .containsExactlyInAnyOrder(
                            "assay.tenant=acme",
                            "assay.runId=fields",
                            "assay.jobId=q/1",
                            "traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        }
    }

    @Test
    void theRunsManifestAndProgressSayWhatWasDone() {
        try (TestLane lane = TestLane.on(kafka, 4);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            Path file = JobFiles.write(directory, "jobs.jsonl", batchLines(25));

            producer.submit(request("told").chunkJobs(10).build(), JobInput.file(file));

            RunState state = lane.state("told");
            RunManifest manifest = Objects.requireNonNull(state.manifest());
            assertThat(List.of(manifest.getLane(), manifest.getRoute(), manifest.getTenant(), manifest.getSource()))
                    .containsExactly("batch", "main", "acme", "jobs.jsonl");
            assertThat(manifest.getFormat()).isEqualTo("openai-batch");
            assertThat(manifest.getSubmittedBy()).startsWith(System.getProperty("user.name") + "@");
            assertThat(manifest.getSettings()).containsEntry("route", "main");
            assertThat(state.enqueued()).isEqualTo(25);
            assertThat(state.chunks()).isEqualTo(3);
            assertThat(state.complete()).isTrue();
            assertThat(lane.jobs().stream().map(found -> found.job().getOrdinal()))
                    .containsExactlyInAnyOrderElementsOf(
                            java.util.stream.LongStream.range(0, 25).boxed().toList());
        }
    }

    @Test
    void aJobWithoutADeadlineGetsTheLanesOrTheRequests() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            Path file = JobFiles.write(directory, "jobs.jsonl", batchLines(1));
            Instant deadline = Instant.parse("2040-05-05T05:05:05Z");

            producer.submit(request("lane").build(), JobInput.file(file));
            producer.submit(request("age").maxAge(Duration.ofMinutes(3)).build(), JobInput.file(file));
            producer.submit(request("moment").deadline(deadline).build(), JobInput.file(file));

            List<Job> jobs = lane.jobs().stream().map(TestLane.Found::job).toList();
            assertThat(Duration.between(jobs.get(0).getEnqueuedAt(), jobs.get(0).getDeadline()))
                    .isEqualTo(Duration.ofHours(24));
            assertThat(Duration.between(jobs.get(1).getEnqueuedAt(), jobs.get(1).getDeadline()))
                    .isEqualTo(Duration.ofMinutes(3));
            assertThat(jobs.get(2).getDeadline()).isEqualTo(deadline);
        }
    }

    @Test
    void oneBadLineRefusesTheInputBeforeAnythingIsEnqueued() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            List<String> lines = new ArrayList<>(batchLines(1_200));
            lines.add("{\"custom_id\": \"x\", \"body\": {\"messages\": []}}");
            lines.add(batchLine("job-7", "something else"));
            Path file = JobFiles.write(directory, "jobs.jsonl", lines);

            SubmitOutcome outcome = producer.submit(request("bad").build(), JobInput.file(file));

            assertThat(outcome)
                    .isEqualTo(new SubmitOutcome.Refused(
                            "bad",
                            List.of(
                                    new Problem(
                                            "jobs.jsonl",
                                            1_201,
                                            41,
                                            "body.messages: empty (expected: at least one message)"),
                                    new Problem(
                                            "jobs.jsonl",
                                            1_202,
                                            14,
                                            "custom_id: 'job-7' stands on line 8 too, with other content (expected: an"
                                                    + " id that no other line has)")),
                            2));
            assertThat(lane.jobs()).isEmpty();
            assertThat(lane.state("bad")).isEqualTo(RunState.NONE);
        }
    }

    @Test
    void badLinesArePassedOverWhereThatIsAskedForAndRepeatedOnesAreOneJob() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            List<String> lines = new ArrayList<>(batchLines(6));
            lines.add(2, "not json");
            lines.add(lines.getFirst());
            lines.add("");
            lines.add(batchLine("job-1", "changed"));
            Path file = JobFiles.write(directory, "jobs.jsonl", lines);
            List<Problem> told = new ArrayList<>();
            SubmitListener listener = new SubmitListener() {
                @Override
                public void bad(Problem problem) {
                    told.add(problem);
                }
            };
            SubmitRequest request = request("skip").skipBad(true).chunkJobs(2).build();

            assertThat(producer.submit(request, JobInput.file(file), listener))
                    .isEqualTo(new SubmitOutcome.Enqueued("skip", 6, 6, 1, 2));
            assertThat(told.stream().map(Problem::line)).containsExactly(3L, 10L);
            assertThat(producer.submit(request, JobInput.file(file)))
                    .isEqualTo(new SubmitOutcome.AlreadyComplete("skip", 6));
            assertThat(lane.jobs()).hasSize(6);
            assertThat(Objects.requireNonNull(lane.state("skip").progress()).getSkipped())
                    .isEqualTo(2);
        }
    }

    @Test
    void aChangedInputIsRefusedWithItsFirstDifferingLine() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            SubmitRequest request = request("changed").chunkJobs(7).build();
            List<String> lines = new ArrayList<>(batchLines(30));
            Path file = JobFiles.write(directory, "jobs.jsonl", lines);
            producer.submit(request, JobInput.file(file));

            lines.add(0, "");
            lines.set(18, batchLine("job-17", "another question"));
            assertThat(producer.submit(request, JobInput.file(JobFiles.write(directory, "jobs.jsonl", lines))))
                    .isEqualTo(new SubmitOutcome.Mismatch(
                            "changed", 19, "line 19 (job-17) is not the job that the run was begun with"));

            for (int at : new int[] {0, 15, 29}) {
                List<String> changed = new ArrayList<>(batchLines(30));
                changed.set(at, batchLine("job-" + at, "another"));
                assertDiffers(producer, request, changed, at);
                List<String> removed = new ArrayList<>(batchLines(31));
                removed.remove(at);
                assertDiffers(producer, request, removed, at);
                List<String> added = new ArrayList<>(batchLines(30));
                added.add(at, batchLine("new", "question"));
                assertDiffers(producer, request, added, at);
            }
            assertThat(producer.submit(request, JobInput.file(JobFiles.write(directory, "jobs.jsonl", batchLines(31)))))
                    .isEqualTo(new SubmitOutcome.Mismatch(
                            "changed", 31, "line 31 is new: the run is complete with 30 jobs"));

            assertThat(producer.submit(request, JobInput.file(JobFiles.write(directory, "jobs.jsonl", batchLines(29)))))
                    .isEqualTo(new SubmitOutcome.Mismatch(
                            "changed", 0, "the input has 29 jobs, but the run has 30 already"));
            assertThat(lane.jobs()).hasSize(30);
        }
    }

    private void assertDiffers(AssayProducer producer, SubmitRequest request, List<String> lines, int at) {
        JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", lines));
        assertThat(producer.submit(request, input)).isInstanceOfSatisfying(SubmitOutcome.Mismatch.class, mismatch -> {
            assertThat(mismatch.line()).isEqualTo(at + 1);
            assertThat(mismatch.reason()).startsWith("line " + (at + 1) + " (");
        });
    }

    @Test
    void otherSettingsAreRefusedByName() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            Path file = JobFiles.write(directory, "jobs.jsonl", batchLines(3));
            producer.submit(request("settings").build(), JobInput.file(file));

            SubmitOutcome outcome = producer.submit(
                    request("settings")
                            .route("other")
                            .scorer("contains", Map.of("case", "fold"))
                            .build(),
                    JobInput.file(file));

            assertThat(outcome).isInstanceOfSatisfying(SubmitOutcome.Mismatch.class, mismatch -> {
                assertThat(mismatch.reason())
                        .contains("route: other (the run was begun with main)")
                        .contains("scorer: contains (the run was begun with none)")
                        .contains("scorer-options: {case=fold} (the run was begun with none)");
            });
        }
    }

    @Test
    void jobsOfAProgramAreEnqueuedLikeThoseOfAFile() {
        try (TestLane lane = TestLane.on(kafka, 2);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            List<NewJob> jobs = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                jobs.add(NewJob.of("made-" + i, "{\"messages\":[{\"role\":\"user\",\"content\":\"q" + i + "\"}]}")
                        .expecting("{\"scorer\":\"contains\",\"ideal\":[\"a\",\"b\"]}")
                        .withTags(Map.of("i", Integer.toString(i))));
            }
            JobInput input = JobInput.records("platform", jobs);

            assertThat(producer.submit(request("made").chunkJobs(5).build(), input))
                    .isEqualTo(new SubmitOutcome.Enqueued("made", 12, 12, 0, 0));
            assertThat(producer.submit(request("made").build(), input))
                    .isEqualTo(new SubmitOutcome.AlreadyComplete("made", 12));
            assertThat(Objects.requireNonNull(lane.state("made").manifest()).getFormat())
                    .isEqualTo("records");
            assertThat(lane.jobs())
                    .allSatisfy(found -> assertThat(found.job().getExpectation().getScorers())
                            .hasSize(1));

            jobs.set(4, NewJob.of("made-4", "{\"messages\":[]}"));
            assertThat(producer.submit(request("unmade").build(), input))
                    .isInstanceOfSatisfying(
                            SubmitOutcome.Refused.class,
                            refused -> assertThat(refused.problems().getFirst())
                                    .hasToString(
                                            "platform:5:13: body.messages: empty (expected: at least one message)"));
        }
    }

    @Test
    void standardInputIsReadFromACopyThatGoesAway() throws IOException {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            byte[] bytes = String.join("\n", batchLines(4)).getBytes(StandardCharsets.UTF_8);
            long before = copies();

            SubmitOutcome outcome = producer.submit(
                    request("stdin").build(),
                    JobInput.stream("stdin", new ByteArrayInputStream(bytes), ReadOptions.AUTO));

            assertThat(outcome).isEqualTo(new SubmitOutcome.Enqueued("stdin", 4, 4, 0, 0));
            assertThat(copies()).isEqualTo(before);
        }
    }

    @Test
    void aCompressedFileIsReadAsItIs() throws IOException {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                gzip.write(String.join("\n", batchLines(40)).getBytes(StandardCharsets.UTF_8));
            }
            Path file = Files.write(directory.resolve("jobs.jsonl.gz"), bytes.toByteArray());

            assertThat(producer.submit(request("gz").build(), JobInput.file(file)))
                    .isEqualTo(new SubmitOutcome.Enqueued("gz", 40, 40, 0, 0));
        }
    }

    @Test
    void whatCannotBeIsRefusedAtTheDoor() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", batchLines(1)));

            assertThat(reason(producer.submit(request("r").lane("night").build(), input)))
                    .isEqualTo("request: lane: night has no topic "
                            + lane.topics().jobs("night") + " (lanes of this cluster: batch, judge)");
            assertThat(reason(producer.submit(
                            request("r").knownRoutes(Set.of("a", "b")).build(), input)))
                    .isEqualTo("request: route: main (expected: a, b)");
            assertThat(reason(producer.submit(
                            request("r")
                                    .deadline(Instant.parse("2020-01-01T00:00:00Z"))
                                    .build(),
                            input)))
                    .startsWith("request: deadline: 2020-01-01T00:00:00Z is past (expected: after ");
            assertThat(reason(producer.submit(request("r").build(), JobInput.file(directory.resolve("none.jsonl")))))
                    .isEqualTo("none.jsonl: no such file");
            assertThat(reason(producer.submit(
                            request("r").build(), JobInput.file(JobFiles.write(directory, "e.jsonl", "\n \n")))))
                    .isEqualTo("e.jsonl: empty (expected: at least one job)");
        }
    }

    @Test
    void aRateHoldsTheJobsASecond() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", batchLines(60)));
            producer.submit(request("warm").build(), input);
            long start = System.nanoTime();

            producer.submit(request("paced").rate(20).build(), input);

            // 60 jobs at 20 a second, the first chunk of 20 after its own second less one cycle.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(2_500));
            assertThat(lane.state("paced").chunks()).isEqualTo(3);
        }
    }

    @Test
    void aListenersExceptionEndsTheSubmitAndTheNextOneGoesOn() {
        try (TestLane lane = TestLane.on(kafka, 4);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", batchLines(50)));
            SubmitRequest request = request("broken").chunkJobs(10).build();
            List<Long> resumed = new ArrayList<>();
            SubmitListener oneChunkAndOut = new SubmitListener() {
                @Override
                public void resumed(long enqueued) {
                    resumed.add(enqueued);
                }

                @Override
                public void enqueued(long enqueued, long total) {
                    throw new IllegalStateException("after " + enqueued);
                }
            };

            for (int i = 1; i <= 5; i++) {
                String message = "after " + 10 * i;
                assertThatThrownBy(() -> producer.submit(request, input, oneChunkAndOut))
                        .hasMessage(message);
            }

            assertThat(resumed).containsExactly(10L, 20L, 30L, 40L);
            assertThat(producer.submit(request, input)).isEqualTo(new SubmitOutcome.AlreadyComplete("broken", 50));
            assertThat(lane.jobs().stream().map(found -> found.job().getJobId()))
                    .hasSize(50)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void anInputThatEndsWhereALongerOneWasStoppedCompletesTheRun() {
        try (TestLane lane = TestLane.on(kafka, 1);
                AssayProducer producer = AssayProducer.connect(lane.settings())) {
            SubmitRequest request = request("shorter").chunkJobs(10).build();
            JobInput longer = JobInput.file(JobFiles.write(directory, "longer.jsonl", batchLines(50)));
            assertThatThrownBy(() -> producer.submit(request, longer, new SubmitListener() {
                        @Override
                        public void enqueued(long enqueued, long total) {
                            throw new IllegalStateException("out");
                        }
                    }))
                    .hasMessage("out");

            JobInput shorter = JobInput.file(JobFiles.write(directory, "shorter.jsonl", batchLines(10)));
            assertThat(producer.submit(request, shorter)).isEqualTo(new SubmitOutcome.Enqueued("shorter", 10, 0, 0, 0));
            assertThat(lane.state("shorter").complete()).isTrue();
            assertThat(producer.submit(request, longer))
                    .isEqualTo(new SubmitOutcome.Mismatch(
                            "shorter", 11, "line 11 is new: the run is complete with 10 jobs"));
        }
    }

    private static SubmitRequest.Builder request(String run) {
        return SubmitRequest.run(run).route("main").tenant("acme");
    }

    private static String reason(SubmitOutcome outcome) {
        return outcome instanceof SubmitOutcome.Refused refused
                ? refused.problems().getFirst().toString()
                : outcome.toString();
    }

    private static List<String> headers(TestLane.Found found) {
        List<String> headers = new ArrayList<>();
        for (Header header : found.record().headers()) {
            headers.add(header.key() + "=" + text(header.value()));
        }
        return headers;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static long copies() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("assay-submit-"))
                    .count();
        }
    }
}
