package dev.assay.cli;

import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Percentiles;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Records of an imagined run, for tests that read. */
public final class RunSamples {
    public static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

    private RunSamples() {}

    public static RunManifest manifest(String runId) {
        return RunManifest.newBuilder()
                .setRunId(runId)
                .setLane("batch")
                .setRoute("main")
                .setTenant("acme")
                .setAccount(Account.EVAL)
                .setSource("questions.jsonl")
                .setFormat("prompt-ideal")
                .setSettingsHash("00")
                .setSubmittedBy("ada@host")
                .setSubmittedAt(TIME)
                .build();
    }

    public static RunProgress progress(String runId, long enqueued, boolean complete) {
        return RunProgress.newBuilder()
                .setRunId(runId)
                .setEnqueued(enqueued)
                .setChunks(1)
                .setSkipped(0)
                .setPrefixHash("00")
                .setComplete(complete)
                .setUpdatedAt(TIME)
                .build();
    }

    public static RunSummary summary(String runId, long enqueued, long scored, long passed, long deadLettered) {
        long finished = scored + deadLettered;
        return RunSummary.newBuilder()
                .setRunId(runId)
                .setEnqueued(enqueued)
                .setSubmitComplete(true)
                .setOutcomes(
                        deadLettered == 0
                                ? Map.of(Outcome.SCORED.name(), scored)
                                : Map.of(Outcome.SCORED.name(), scored, Outcome.DEAD_LETTERED.name(), deadLettered))
                .setStatuses(Map.of(JobStatus.SUCCEEDED.name(), scored))
                .setFinished(finished)
                .setRemainder(enqueued - finished)
                .setScored(scored)
                .setPassed(passed)
                .setMean(scored == 0 ? null : (double) passed / scored)
                .setPassRate(scored == 0 ? null : (double) passed / scored)
                .setPassRateLow(scored == 0 ? null : 0.5)
                .setPassRateHigh(scored == 0 ? null : 0.9)
                .setFailures(deadLettered == 0 ? Map.of() : Map.of("TRANSIENT", deadLettered))
                .setModels(Map.of("sim-1", scored))
                .setAttempts(finished)
                .setUsage(usage(finished))
                .setCost(new BigDecimal("0.012300000"))
                .setCostUnknown(0)
                .setCallTime(percentiles(finished))
                .setTurnaround(percentiles(finished))
                .setUpdatedAt(TIME)
                .build();
    }

    public static Result result(String runId, long ordinal) {
        return Result.newBuilder()
                .setRunId(runId)
                .setJobId("job-" + ordinal)
                .setGeneration(0)
                .setOrdinal(ordinal)
                .setTenant("acme")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setStatus(JobStatus.SUCCEEDED)
                .setAnswer("answer, \"" + ordinal + "\"")
                .setResponse(ByteBuffer.wrap(("{\"n\":" + ordinal + "}").getBytes(StandardCharsets.UTF_8)))
                .setHttpStatus(200)
                .setFinishReason("stop")
                .setRequestModel("sim")
                .setResponseModel("sim-1")
                .setProviderRequestId("req-" + ordinal)
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setAttempts(List.of(attempt()))
                .setUsage(usage(1))
                .setCost(new BigDecimal("0.000010000"))
                .setRouteEvidence(
                        RouteEvidence.newBuilder().setChosen("sim/sim").build())
                .setExpectation(Expecting.of(List.of(Expecting.use("numeric", List.of("7"), Map.of(), 1.0))))
                .setDeliveries(1)
                .setWorker("w1")
                .setEnqueuedAt(TIME)
                .setDeadline(TIME.plusSeconds(60))
                .setStartedAt(TIME.plusMillis(10))
                .setFinishedAt(TIME.plusMillis(250))
                .build();
    }

    public static Score score(String runId, long ordinal, Outcome outcome) {
        boolean scored = outcome == Outcome.SCORED;
        return Score.newBuilder()
                .setRunId(runId)
                .setJobId("job-" + ordinal)
                .setGeneration(0)
                .setOrdinal(ordinal)
                .setTenant("acme")
                .setLane("batch")
                .setStatus(scored ? JobStatus.SUCCEEDED : JobStatus.DEAD_LETTERED)
                .setOutcome(outcome)
                .setValue(scored ? 1.0 : null)
                .setPassed(scored ? Boolean.TRUE : null)
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setAttempts(1)
                .setCallMillis(240)
                .setTurnaroundMillis(250)
                .setScoredAt(TIME)
                .build();
    }

    private static Attempt attempt() {
        return Attempt.newBuilder()
                .setNumber(1)
                .setProvider("sim")
                .setRequestModel("sim")
                .setStartedAt(TIME.plusMillis(10))
                .setDurationMillis(240)
                .setQueueWaitMillis(10)
                .setPermitWaitMillis(0)
                .setHttpStatus(200)
                .build();
    }

    private static TokenUsage usage(long jobs) {
        return TokenUsage.newBuilder()
                .setInput(20 * jobs)
                .setCachedInput(0)
                .setOutput(5 * jobs)
                .setReasoning(0)
                .build();
    }

    private static Percentiles percentiles(long count) {
        return Percentiles.newBuilder()
                .setCount(count)
                .setP50Millis(count == 0 ? null : 200L)
                .setP95Millis(count == 0 ? null : 450L)
                .setP99Millis(count == 0 ? null : 900L)
                .build();
    }
}
