package dev.assay.scorer.judge;

import dev.assay.schemas.Account;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Job;
import dev.assay.schemas.Judging;
import dev.assay.schemas.Result;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.scorer.scoring.Asked;
import dev.assay.scorer.scoring.JudgeTask;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Makes the jobs that ask judges: jobs like any other, on the account of evaluation, bound as the judged job was. */
public final class JudgeJobs {
    /** A token of any text has at least so many bytes on average; the worker counts for itself. */
    private static final int BYTES_PER_TOKEN = 3;

    private final String lane;

    JudgeJobs(String lane) {
        this.lane = lane;
    }

    static String jobId(Result judged, PendingCall call) {
        return judged.getRunId() + "/" + judged.getJobId() + "#" + judged.getGeneration() + "." + call.name();
    }

    /** What the judge is shown of a result. */
    static Asked asked(Result judged, int part) {
        return new Asked(
                judged.getExpectation().getQuestion(),
                String.valueOf(judged.getAnswer()),
                judged.getExpectation().getScorers().get(part).getTargets());
    }

    /**
     * The job of a question.
     *
     * @param partition partition of the results topic that the judged result is in
     */
    Job of(Result judged, PendingCall call, JudgeTask task, String body, int partition, Instant now, Instant deadline) {
        return Job.newBuilder()
                .setRunId(Keys.JUDGES)
                .setJobId(jobId(judged, call))
                .setGeneration(0)
                .setOrdinal(judged.getOrdinal())
                .setTenant(judged.getTenant())
                .setLane(lane)
                .setRoute(task.route())
                .setAccount(Account.EVAL)
                .setBody(body)
                .setExpectation(Expecting.of(List.of()))
                .setMaxTokens(task.maxTokens())
                .setEstimatedInputTokens(body.getBytes(StandardCharsets.UTF_8).length / BYTES_PER_TOKEN + 1)
                .setEnqueuedAt(now)
                .setDeadline(deadline)
                .setRequiredRegion(judged.getRequiredRegion())
                .setTraceparent(judged.getTraceparent())
                .setJudging(Judging.newBuilder()
                        .setRunId(judged.getRunId())
                        .setJobId(judged.getJobId())
                        .setGeneration(judged.getGeneration())
                        .setPart(call.part())
                        .setSwapped(call.swapped())
                        .setRepair(call.repair())
                        .setPartition(partition)
                        .build())
                .build();
    }

    static byte[] key(Job job) {
        return Keys.job(job.getRunId(), job.getJobId()).getBytes(StandardCharsets.UTF_8);
    }

    static Headers headers(Job job) {
        return headers(job.getTenant(), job.getRunId(), job.getJobId(), job.getTraceparent());
    }

    /** The headers of a score that did not come right behind its result's record. */
    public static Headers headers(Result judged) {
        return headers(judged.getTenant(), judged.getRunId(), judged.getJobId(), judged.getTraceparent());
    }

    private static Headers headers(String tenant, String runId, String jobId, @Nullable String traceparent) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(HeaderNames.TENANT, bytes(tenant));
        headers.add(HeaderNames.RUN_ID, bytes(runId));
        headers.add(HeaderNames.JOB_ID, bytes(jobId));
        if (traceparent != null) {
            headers.add(HeaderNames.TRACEPARENT, bytes(traceparent));
        }
        return headers;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
