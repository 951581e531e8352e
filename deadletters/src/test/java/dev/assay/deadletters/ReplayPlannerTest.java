package dev.assay.deadletters;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.TokenEstimator;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.Job;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.deadletter.Ancestor;
import dev.assay.schemas.deadletter.Lineage;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class ReplayPlannerTest {
    private static final LetterId ID = LetterId.parse("jobs-3-1042");
    private static final Instant NOW = JobSamples.TIME.plusSeconds(600);

    private final Map<String, SpecificRecord> written = new HashMap<>();

    @Test
    void aJobGoesToItsLaneWithANewDeadlineAndItsHistory() {
        Job job = JobSamples.job(1);
        Step.Write step = write(plan(letter(job), job, Edits.NONE, false));
        assertThat(step.topic()).isEqualTo("assay.jobs.batch");
        assertThat(step.lane()).isEqualTo("batch");
        assertThat(step.tenant()).isEqualTo("acme");
        assertThat(step.generation()).isOne();
        assertThat(step.tokens()).isEqualTo(15);

        List<ProducerRecord<byte[], byte[]>> records = step.records().apply(NOW);
        Job sent = (Job) requireNonNull(written.get("assay.jobs.batch"));
        assertThat(sent)
                .isEqualTo(Job.newBuilder(job)
                        .setGeneration(1)
                        .setEnqueuedAt(NOW)
                        .setDeadline(NOW.plusSeconds(3_600))
                        .build());
        Headers headers = records.getFirst().headers();
        assertThat(headers.toArray())
                .extracting(Header::key)
                .containsExactlyInAnyOrder("mine", "assay.tenant", "assay.runId", "assay.jobId", "assay.lineage");
        assertThat(Lineage.read(headers))
                .containsExactly(Ancestor.of(
                        ID.toString(),
                        JobSamples.told(job),
                        JobSamples.TIME.plusSeconds(60),
                        "kim@laptop",
                        NOW,
                        "it is back",
                        List.of()));
        ProducerRecord<byte[], byte[]> mark = records.get(1);
        assertThat(mark.topic()).isEqualTo("assay.dead-letters.marks");
        assertThat(mark.partition()).isEqualTo(3);
        assertThat(new String(mark.key(), StandardCharsets.UTF_8)).isEqualTo("jobs-3-1042");
        DeadLetterMark said = (DeadLetterMark) requireNonNull(written.get("assay.dead-letters.marks"));
        assertThat(said.getAction()).isEqualTo(MarkAction.REPLAYED);
        assertThat(said.getOrdinal()).isOne();
        assertThat(said.getGeneration()).isOne();
        assertThat(said.getBy()).isEqualTo("kim@laptop");
        assertThat(said.getEdits()).isNull();
    }

    @Test
    void anEditedJobIsCountedAndCheckedAnew() throws BadFieldException {
        Job job = JobSamples.job(1);
        Step.Write step = write(plan(
                letter(job),
                job,
                Edits.parse(List.of("maxTokens=2000", "body.messages[0].content=" + "seven ".repeat(100))),
                false));
        assertThat(step.maxOutputTokens()).isEqualTo(2000);
        assertThat(step.inputTokens()).isBetween(90L, 130L);
        assertThat(step.edits()).hasSize(2);

        assertThat(refused(plan(letter(job), job, Edits.parse(List.of("body.messages=[]")), false)))
                .isEqualTo(new Step.Refused(Refusal.INVALID, "body.messages: empty (expected: at least one message)"));
        assertThat(refused(plan(letter(job), job, Edits.parse(List.of("maxWait=90s")), false)))
                .isEqualTo(new Step.Refused(Refusal.INVALID, "max-wait: 90s (expected: 30s, 60s or 120s)"));
        assertThat(refused(plan(letter(job), job, Edits.parse(List.of("deadline=2026-11-30T12:00:01Z")), false))
                        .why())
                .isEqualTo(Refusal.INVALID);
    }

    @Test
    void pastTheThirdGenerationItTakesForce() {
        Job job = Job.newBuilder(JobSamples.job(1)).setGeneration(3).build();
        assertThat(refused(plan(letter(job), job, Edits.NONE, false)).why()).isEqualTo(Refusal.TOO_OFTEN);
        assertThat(write(plan(letter(job), job, Edits.NONE, true)).generation()).isEqualTo(4);
    }

    @Test
    void theLineageCountsWhereTheJobDoesNotTell() {
        Job job = JobSamples.job(1);
        Headers headers = letter(job).headers();
        List<Ancestor> lives = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            lives.add(Ancestor.of("jobs-3-" + i, JobSamples.told(job), NOW, "kim@laptop", NOW, "again", List.of()));
        }
        Lineage.write(lives, headers);
        assertThat(refused(plan(JobSamples.letter(ID, new byte[] {1}, headers), job, Edits.NONE, false))
                        .why())
                .isEqualTo(Refusal.TOO_OFTEN);
    }

    @Test
    void whatMayHaveChangedTheWorldTakesForce() {
        Job job = JobSamples.job(1);
        DeadLetter told = DeadLetter.newBuilder(JobSamples.told(job))
                .setDisposition(Disposition.UNCERTAIN)
                .build();
        Letter letter = JobSamples.letter(ID, new byte[] {1}, JobSamples.headers(told, JobSamples.original(job)));
        assertThat(refused(plan(letter, job, Edits.NONE, false)).why()).isEqualTo(Refusal.SIDE_EFFECTS);
        assertThat(write(plan(letter, job, Edits.NONE, true)).generation()).isOne();
    }

    @Test
    void aLaneWithoutATopicIsRefusedAndSoAreBytesThatAreNoJob() throws BadFieldException {
        Job job = JobSamples.job(1);
        assertThat(refused(plan(letter(job), job, Edits.parse(List.of("lane=nowhere")), false)))
                .isEqualTo(new Step.Refused(Refusal.NO_LANE, "lane: nowhere has no topic"));
        Step step = planner(new Content.Unreadable("3 bytes"), false).plan(letter(job), Edits.NONE::apply, NOW);
        assertThat(step).isEqualTo(new Step.Refused(Refusal.NO_JOB, "3 bytes"));
    }

    @Test
    void aDamagedLetterWhoseBytesAreAJobIsSentAllTheSame() {
        Job job = JobSamples.job(1);
        Letter damaged = JobSamples.letter(ID, new byte[] {1}, JobSamples.original(job));
        assertThat(damaged.told()).isEmpty();
        Step.Write step = write(plan(damaged, job, Edits.NONE, false));
        Headers headers = step.records().apply(NOW).getFirst().headers();
        assertThat(Lineage.read(headers).getFirst().kind()).isEqualTo("UNKNOWN");
        Job risky = Job.newBuilder(job).setSideEffects(true).build();
        assertThat(refused(plan(damaged, risky, Edits.NONE, false)).why()).isEqualTo(Refusal.SIDE_EFFECTS);
    }

    @Test
    void aResultGoesBackToTheScorerAsItsBytesAndToItsPartition() {
        DeadLetter told = DeadLetter.newBuilder(JobSamples.told(null))
                .setOriginalTopic("assay.results")
                .setOriginalPartition(5)
                .build();
        Letter letter = JobSamples.letter(
                LetterId.parse("results-1-7"), new byte[] {4, 2}, JobSamples.headers(told, new RecordHeaders()));
        Step.Write step = write(planner(new Content.Unreadable("bytes"), false).plan(letter, Edits.NONE::apply, NOW));
        assertThat(step.lane()).isNull();
        ProducerRecord<byte[], byte[]> sent = step.records().apply(NOW).getFirst();
        assertThat(sent.topic()).isEqualTo("assay.results");
        assertThat(sent.partition()).isEqualTo(5);
        assertThat(sent.value()).isEqualTo(new byte[] {4, 2});
        assertThat(sent.key()).isEqualTo(letter.key());
    }

    @Test
    void whatItsTopicWouldNotTakeIsRefused() {
        Job job = Job.newBuilder(JobSamples.job(1))
                .setBody("{\"messages\":\"" + "x".repeat(1_050_000) + "\"}")
                .build();
        assertThat(refused(plan(letter(job), job, Edits.NONE, false)).why()).isEqualTo(Refusal.TOO_LARGE);
    }

    private static Letter letter(Job job) {
        Headers original = JobSamples.original(job).add("mine", new byte[] {7});
        return JobSamples.letter(ID, new byte[] {1}, JobSamples.headers(JobSamples.told(job), original));
    }

    private Step plan(Letter letter, Job job, Edits edits, boolean force) {
        return planner(new Content.OfJob(job), force).plan(letter, edits::apply, NOW);
    }

    private ReplayPlanner planner(Content content, boolean force) {
        Topics topics = Topics.standard();
        ReplayRecords records = new ReplayRecords(
                topics,
                (topic, record) -> {
                    written.put(topic, record);
                    return record.toString().getBytes(StandardCharsets.UTF_8);
                },
                new Signature("kim@laptop", "it is back"));
        return new ReplayPlanner(
                topics, Set.of("assay.jobs.batch"), letter -> content, new TokenEstimator(), records, force);
    }

    private static Step.Write write(Step step) {
        assertThat(step).isInstanceOf(Step.Write.class);
        return (Step.Write) step;
    }

    private static Step.Refused refused(Step step) {
        assertThat(step).isInstanceOf(Step.Refused.class);
        return (Step.Refused) step;
    }
}
