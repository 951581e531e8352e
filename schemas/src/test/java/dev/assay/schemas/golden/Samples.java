package dev.assay.schemas.golden;

import dev.assay.schemas.Account;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Parking;
import dev.assay.schemas.Percentiles;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.ScorerSummary;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.SubmitChunk;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/** One record of each kind that topics carry, with every field set to something that is no default. */
public final class Samples {
    private static final Instant TIME = Instant.parse("2026-03-01T12:34:56.789Z");
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private Samples() {}

    /** All of them, by the name of their golden file. */
    public static Map<String, SpecificRecordBase> all() {
        Map<String, SpecificRecordBase> all = new LinkedHashMap<>();
        all.put("Job", job());
        all.put("Result", result());
        all.put("Score", score());
        all.put("RunEntry.manifest", entry(manifest()));
        all.put("RunEntry.progress", entry(progress()));
        all.put("RunEntry.summary", entry(summary()));
        all.put("RunEntry.scores", entry(ScoreSamples.scoreSet()));
        all.put("FallbackWindow", ScoreSamples.fallbackWindow());
        all.put("SubmitChunk", submitChunk());
        all.put("FleetEntry.cancel", fleet(cancel()));
        all.put("FleetEntry.block", fleet(block()));
        all.put("FleetEntry.unblock", fleet(unblock()));
        all.put("FleetEntry.gate", fleet(gate()));
        all.put("FleetEntry.bound", fleet(laneBound()));
        all.put("FleetEntry.limits", fleet(BudgetSamples.limits()));
        all.put("FleetEntry.route", fleet(BudgetSamples.route()));
        all.putAll(BudgetSamples.requests());
        all.putAll(BudgetSamples.entries());
        all.put("LedgerSnapshot", BudgetSamples.snapshot());
        all.put("Parking", parking());
        all.put("DeadLetterMark", mark());
        return all;
    }

    public static Job job() {
        return Job.newBuilder()
                .setRunId("run-1")
                .setJobId("job/ü-7")
                .setGeneration(2)
                .setOrdinal(5_000_000_000L)
                .setTenant("team-a")
                .setLane("batch")
                .setRoute("gpt-main")
                .setAccount(Account.EVAL)
                .setBody("{\"messages\":[{\"role\":\"user\",\"content\":\"Wie viel ist 6·7? 🙂\"}],\"x\":1.0}")
                .setTemplateId("arith")
                .setTemplateVersion("v3")
                .setExpectation(expectation())
                .setMaxTokens(256)
                .setEstimatedInputTokens(17)
                .setEnqueuedAt(TIME)
                .setDeadline(TIME.plusSeconds(86_400))
                .setMaxWait("60s")
                .setSideEffects(true)
                .setRequiredRegion("eu")
                .setPriority(-3)
                .setTags(Map.of("suite", "gsm8k"))
                .setTraceparent(TRACE)
                .setJudging(ScoreSamples.judging())
                .build();
    }

    public static Result result() {
        return Result.newBuilder()
                .setRunId("run-1")
                .setJobId("job/ü-7")
                .setGeneration(2)
                .setOrdinal(5_000_000_000L)
                .setTenant("team-a")
                .setLane("batch")
                .setRoute("gpt-main")
                .setAccount(Account.EVAL)
                .setStatus(JobStatus.UNANSWERED)
                .setAnswer("42 €")
                .setUnanswered(Unanswered.TRUNCATED)
                .setFailureKind(FailureKind.TRUNCATED)
                .setFailureMessage("cut at max_tokens")
                .setResponse(ByteBuffer.wrap("{\"id\":\"chatcmpl-1\"}\n".getBytes(StandardCharsets.UTF_8)))
                .setHttpStatus(200)
                .setFinishReason("length")
                .setSystemFingerprint("fp_44709d6fcb")
                .setRequestModel("gpt-4o-mini")
                .setResponseModel("gpt-4o-mini-2024-07-18")
                .setProviderRequestId("req_1")
                .setSource(AnswerSource.FALLBACK_MODEL)
                .setPrimaryModelFailed(true)
                .setUsedFallback("beta/small")
                .setFallbackReason(FailureKind.OVERLOADED)
                .setDegradeLevel(1)
                .setNeedsReview(true)
                .setRetries(1)
                .setAttempts(List.of(failedAttempt(), lastAttempt()))
                .setUsage(usage())
                .setTokensSoFar(256L)
                .setCost(new BigDecimal("-0.000000001"))
                .setBilledUncertain(true)
                .setRouteEvidence(RouteEvidence.newBuilder()
                        .setChosen("beta/small")
                        .setEliminated(List.of(EliminatedCandidate.newBuilder()
                                .setCandidate("alpha/large")
                                .setReason("region us (required: eu)")
                                .build()))
                        .setCanaryGroup("b")
                        .setModelDrift(true)
                        .build())
                .setTemplateId("arith")
                .setTemplateVersion("v3")
                .setExpectation(expectation())
                .setPromptPreview("Wie viel ist 6·7?")
                .setTags(Map.of("suite", "gsm8k"))
                .setDeliveries(2)
                .setParked(1)
                .setWorker("worker-1")
                .setEnqueuedAt(TIME)
                .setDeadline(TIME.plusSeconds(86_400))
                .setStartedAt(TIME.plusMillis(1))
                .setFinishedAt(TIME.plusMillis(2_345))
                .setTraceparent(TRACE)
                .setJudging(ScoreSamples.judging())
                .setRequiredRegion("eu")
                .build();
    }

    public static Score score() {
        return Score.newBuilder()
                .setRunId("run-1")
                .setJobId("job/ü-7")
                .setGeneration(2)
                .setOrdinal(5_000_000_000L)
                .setTenant("team-a")
                .setLane("batch")
                .setStatus(JobStatus.FALLBACK)
                .setOutcome(Outcome.TRUNCATED)
                .setUnscoredReason("no_number")
                .setValue(0.75)
                .setPassed(true)
                .setParts(List.of(ScorePart.newBuilder()
                        .setScorer("numeric")
                        .setValue(1.0)
                        .setPassed(true)
                        .setWeight(3.0)
                        .setLabel("42")
                        .setExplanation("42 = 42")
                        .setUnscoredReason("no_number")
                        .setJudgeCalls(List.of(ScoreSamples.judgeCall()))
                        .build()))
                .setFailureKind(FailureKind.TRUNCATED)
                .setSource(AnswerSource.FALLBACK_MODEL)
                .setUsedFallback("beta/small")
                .setFallbackReason(FailureKind.OVERLOADED)
                .setRequestModel("gpt-4o-mini")
                .setResponseModel("gpt-4o-mini-2024-07-18")
                .setModelDrift(true)
                .setTemplateVersion("v3")
                .setAttempts(2)
                .setCallMillis(1_234)
                .setTurnaroundMillis(98_765_432_100L)
                .setUsage(usage())
                .setCost(new BigDecimal("12345678901.123456789"))
                .setTags(Map.of("suite", "gsm8k"))
                .setScoredAt(TIME)
                .setScoreSet("strict")
                .setSample("q7")
                .setEpoch(2)
                .setReducer("pass@2")
                .build();
    }

    public static RunManifest manifest() {
        return RunManifest.newBuilder()
                .setRunId("run-1")
                .setLane("batch")
                .setRoute("gpt-main")
                .setTenant("team-a")
                .setAccount(Account.SHADOW)
                .setSource("gsm8k.jsonl")
                .setFormat("openai-batch")
                .setSettingsHash("a1b2")
                .setSettings(Map.of("template", "arith@v3"))
                .setSubmittedBy("host-1/4711")
                .setSubmittedAt(TIME)
                .setDeadline(TIME.plusSeconds(3_600))
                .build();
    }

    public static RunProgress progress() {
        return RunProgress.newBuilder()
                .setRunId("run-1")
                .setEnqueued(1_319)
                .setChunks(6)
                .setSkipped(1)
                .setPrefixHash("c0ffee")
                .setComplete(true)
                .setUpdatedAt(TIME)
                .build();
    }

    public static RunSummary summary() {
        return RunSummary.newBuilder()
                .setRunId("run-1")
                .setEnqueued(1_319)
                .setSubmitComplete(true)
                .setOutcomes(Map.of("SCORED", 1_300L))
                .setStatuses(Map.of("SUCCEEDED", 1_310L))
                .setFinished(1_318)
                .setRemainder(1)
                .setScored(1_300)
                .setPassed(1_170)
                .setMean(0.9)
                .setPassRate(0.9)
                .setPassRateLow(0.8825)
                .setPassRateHigh(0.9152)
                .setUnscored(Map.of("no_number", 10L))
                .setFailures(Map.of("TIMEOUT", 8L))
                .setFallbacks(Map.of("OVERLOADED", 4L))
                .setModels(Map.of("gpt-4o-mini-2024-07-18", 1_318L))
                .setModelDrift(3)
                .setScorers(List.of(ScorerSummary.newBuilder()
                        .setScorer("numeric")
                        .setScored(1_300)
                        .setPassed(1_170)
                        .setMean(0.9)
                        .setUnscored(Map.of("no_number", 10L))
                        .build()))
                .setAttempts(1_400)
                .setUsage(usage())
                .setCost(new BigDecimal("0.123456789"))
                .setCostUnknown(2)
                .setCallTime(percentiles(120))
                .setTurnaround(percentiles(4_000))
                .setUpdatedAt(TIME)
                .setSlices(List.of(ScoreSamples.slice()))
                .setConservativeRate(0.887)
                .build();
    }

    public static SubmitChunk submitChunk() {
        return SubmitChunk.newBuilder()
                .setRunId("run-1")
                .setIndex(3)
                .setFirstOrdinal(768)
                .setLines(List.of(770L, 771L))
                .setFingerprints(ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, -1, -2, -3, -4, -5, -6, -7, -8}))
                .build();
    }

    public static RunCancel cancel() {
        return RunCancel.newBuilder()
                .setRunId("run-1")
                .setBy("on-call")
                .setReason("wrong prompt")
                .setAt(TIME)
                .build();
    }

    private static AccountBlock block() {
        return AccountBlock.newBuilder()
                .setAccount("alpha-eval")
                .setKind(FailureKind.QUOTA_EXHAUSTED)
                .setMessage("no money left")
                .setRule("openai-no-money")
                .setModel("gpt-4o")
                .setBy("worker-1")
                .setAt(TIME)
                .setProbeAt(TIME.plusSeconds(60))
                .setProbes(2)
                .build();
    }

    private static AccountUnblock unblock() {
        return AccountUnblock.newBuilder()
                .setAccount("alpha-eval")
                .setBy("on-call@desk")
                .setReason("topped up")
                .setAt(TIME)
                .build();
    }

    private static GateClosed gate() {
        return GateClosed.newBuilder()
                .setAccount("alpha-eval")
                .setModel("gpt-4o")
                .setUntil(TIME.plusSeconds(13))
                .setMessage("slow down")
                .setBy("worker-1")
                .setAt(TIME)
                .build();
    }

    private static DeadLetterMark mark() {
        return DeadLetterMark.newBuilder()
                .setLetter("jobs-3-1042")
                .setAction(MarkAction.REPLAYED)
                .setRunId("run-1")
                .setJobId("job/ü-7")
                .setOrdinal(41L)
                .setGeneration(2)
                .setTopic("assay.jobs.batch")
                .setEdits("[{\"path\":\"route\",\"from\":\"\\\"old\\\"\",\"to\":\"\\\"new\\\"\"}]")
                .setBy("pat@desk")
                .setAt(TIME)
                .setReason("the route is mended")
                .build();
    }

    private static Parking parking() {
        return Parking.newBuilder()
                .setDue(TIME.plusSeconds(90))
                .setReason(FailureKind.QUOTA_EXHAUSTED)
                .setMessage("its account is blocked")
                .setHeldBy("alpha-eval")
                .setAttempts(List.of(failedAttempt()))
                .setEliminated(List.of(EliminatedCandidate.newBuilder()
                        .setCandidate("beta/small")
                        .setReason("its context is too short")
                        .build()))
                .setDeliveries(3)
                .setTimes(2)
                .setOriginalTopic("assay.jobs.batch")
                .setOriginalPartition(7)
                .setOriginalOffset(12_345)
                .setAt(TIME)
                .build();
    }

    private static LaneBound laneBound() {
        return LaneBound.newBuilder()
                .setLane("batch")
                .setTenant("acme")
                .setBound(20_000L)
                .setBy("kim@laptop")
                .setReason("the provider is slow today")
                .setAt(TIME)
                .build();
    }

    private static FleetEntry fleet(SpecificRecordBase branch) {
        return FleetEntry.newBuilder().setEntry(branch).build();
    }

    private static RunEntry entry(SpecificRecordBase branch) {
        return RunEntry.newBuilder().setRunId("run-1").setEntry(branch).build();
    }

    private static Expectation expectation() {
        return Expectation.newBuilder()
                .setScorers(List.of(ScorerUse.newBuilder()
                        .setScorer("numeric")
                        .setTargets(List.of("42", "42.0"))
                        .setOptions(Map.of("marker", "####"))
                        .setWeight(2.5)
                        .setName("the number")
                        .build()))
                .setQuestion("Wie viel ist 6·7?")
                .setSample("q7")
                .setEpoch(2)
                .setReducer("pass@2")
                .build();
    }

    private static Attempt failedAttempt() {
        return Attempt.newBuilder()
                .setNumber(1)
                .setProvider("alpha")
                .setAccount("alpha-eval")
                .setRequestModel("gpt-4o")
                .setStartedAt(TIME)
                .setDurationMillis(30)
                .setQueueWaitMillis(1)
                .setPermitWaitMillis(2)
                .setHttpStatus(503)
                .setFailureKind(FailureKind.OVERLOADED)
                .setFailureMessage("overloaded")
                .setWaitHintOfferedMillis(2_000L)
                .setWaitHintHonouredMillis(1_500L)
                .setFailureRule("status-503")
                .setUsageEstimated(true)
                .setBilledUncertain(true)
                .build();
    }

    private static Attempt lastAttempt() {
        return Attempt.newBuilder()
                .setNumber(2)
                .setProvider("beta")
                .setRequestModel("gpt-4o-mini")
                .setResponseModel("gpt-4o-mini-2024-07-18")
                .setTemplateVersion("v3")
                .setStartedAt(TIME.plusSeconds(2))
                .setDurationMillis(310)
                .setQueueWaitMillis(1)
                .setPermitWaitMillis(0)
                .setHttpStatus(200)
                .setFinishReason("length")
                .setUsage(usage())
                .setCost(new BigDecimal("0.000123456"))
                .setProviderRequestId("req_1")
                .build();
    }

    static TokenUsage usage() {
        return TokenUsage.newBuilder()
                .setInput(17)
                .setCachedInput(8)
                .setOutput(256)
                .setReasoning(64)
                .build();
    }

    private static Percentiles percentiles(long median) {
        return Percentiles.newBuilder()
                .setCount(1_318)
                .setP50Millis(median)
                .setP95Millis(3 * median)
                .setP99Millis(5 * median)
                .build();
    }
}
