package dev.assay.producer;

import dev.assay.budget.TokenEstimator;
import dev.assay.schemas.Job;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Makes the records of a run's jobs. */
final class JobMaker {
    private final String runId;
    private final JobSettings settings;
    private final TokenEstimator tokens;

    JobMaker(String runId, JobSettings settings, TokenEstimator tokens) {
        this.runId = runId;
        this.settings = settings;
        this.tokens = tokens;
    }

    /**
     * The record of a job.
     *
     * @param ordinal its place in the run, from 0
     * @param now when it is enqueued
     */
    Job make(ValidJob job, long ordinal, Instant now) {
        Map<String, String> tags = new TreeMap<>(settings.tags());
        tags.putAll(job.tags());
        return Job.newBuilder()
                .setRunId(runId)
                .setJobId(job.jobId())
                .setGeneration(0)
                .setOrdinal(ordinal)
                .setTenant(settings.tenant())
                .setLane(settings.lane())
                .setRoute(settings.route())
                .setAccount(settings.account())
                .setBody(job.body())
                .setTemplateId(settings.templateId())
                .setTemplateVersion(settings.templateVersion())
                .setExpectation(Question.forJudges(job.expectation(), job.tree()))
                .setMaxTokens(job.maxTokens())
                .setEstimatedInputTokens(tokens.countRequest(job.tree()))
                .setEnqueuedAt(now)
                .setDeadline(job.deadline() != null ? job.deadline() : settings.deadlineFrom(now))
                .setMaxWait(settings.maxWait())
                .setSideEffects(settings.sideEffects())
                .setRequiredRegion(settings.requiredRegion())
                .setPriority(settings.priority())
                .setTags(tags)
                .setTraceparent(settings.traceparent())
                .build();
    }
}
