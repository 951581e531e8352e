package dev.assay.deadletters;

import dev.assay.schemas.Account;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Jobs and dead letters for tests. */
final class JobSamples {
    static final Instant TIME = Instant.parse("2026-11-30T12:00:00Z");
    static final String BODY =
            "{ \"messages\":[{\"role\":\"user\",\"content\":\"What is 6 times 7?\"}], \"temperature\": 0.10,"
                    + " \"seed\": 12345678901234567890, \"x\": 1e-7 }";

    private JobSamples() {}

    static Job job(int number) {
        return Job.newBuilder()
                .setRunId("nightly")
                .setJobId("job-" + number)
                .setOrdinal(number)
                .setTenant("acme")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setBody(BODY)
                .setExpectation(Expectation.newBuilder().setScorers(List.of()).build())
                .setEstimatedInputTokens(15)
                .setEnqueuedAt(TIME)
                .setDeadline(TIME.plusSeconds(3_600))
                .setTags(Map.of("suite", "sums"))
                .build();
    }

    static DeadLetter told(@Nullable Job job) {
        return DeadLetter.newBuilder()
                .setKind(job == null ? FailureKind.UNKNOWN : FailureKind.TIMEOUT)
                .setDisposition(job == null ? Disposition.UNDECODABLE : Disposition.EXHAUSTED)
                .setMessage("no answer within 150 s")
                .setOriginalTopic("assay.jobs.batch")
                .setOriginalPartition(0)
                .setOriginalOffset(7L)
                .setOriginalTimestamp(TIME)
                .setAttempts(3)
                .setDeliveries(1)
                .setGeneration(job == null ? 0 : job.getGeneration())
                .setWorker("worker-1")
                .setRunId(job == null ? null : job.getRunId())
                .setJobId(job == null ? null : job.getJobId())
                .setTenant(job == null ? null : job.getTenant())
                .setModel("alpha/large")
                .build();
    }

    /** Headers of a dead letter of a record that had these. */
    static Headers headers(DeadLetter told, Headers original) {
        return DeadLetterHeaders.write(
                told, original, new DeadLetterHeaders.Reader("assay.workers.batch", TimestampType.CREATE_TIME, null));
    }

    /** The headers of a job's record. */
    static Headers original(Job job) {
        return new RecordHeaders()
                .add(HeaderNames.TENANT, bytes(job.getTenant()))
                .add(HeaderNames.RUN_ID, bytes(job.getRunId()))
                .add(HeaderNames.JOB_ID, bytes(job.getJobId()));
    }

    static Letter letter(LetterId id, byte @Nullable [] value, Headers headers) {
        return new Letter(
                id, TIME.plusSeconds(60), bytes("nightly/key"), value, headers, DeadLetterHeaders.read(headers));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
