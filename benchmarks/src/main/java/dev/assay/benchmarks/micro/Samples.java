package dev.assay.benchmarks.micro;

import dev.assay.benchmarks.BenchJobs;
import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Records as they pass through a run, with what they usually hold. */
final class Samples {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final String STEPS =
            "The slate says 41 sacks and the book says 29. The difference between the two is"
                    + " what the book lacks, so 41 - 29 has to be worked out, and that is 12. ";

    private Samples() {}

    static Job job() {
        return Job.newBuilder()
                .setRunId("nightly-7")
                .setJobId("job-12345")
                .setOrdinal(12_345)
                .setTenant("reading")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setBody(BenchJobs.body(12_345))
                .setExpectation(expectation(ScorerNames.NUMERIC))
                .setMaxTokens(60)
                .setEstimatedInputTokens(190)
                .setEnqueuedAt(AT)
                .setDeadline(AT.plusSeconds(86_400))
                .setSideEffects(false)
                .setTags(Map.of("suite", "word-problems", "split", "test"))
                .build();
    }

    /** A good result whose answer is right for that scorer. */
    static Result result(String scorer) {
        String answer = answer(scorer);
        return Result.newBuilder()
                .setRunId("nightly-7")
                .setJobId("job-12345")
                .setGeneration(0)
                .setOrdinal(12_345)
                .setTenant("reading")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setStatus(JobStatus.SUCCEEDED)
                .setAnswer(answer)
                .setResponse(ByteBuffer.wrap(("{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\""
                                + "x".repeat(answer.length())
                                + "\"},\"finish_reason\":\"stop\",\"index\":0}],\"usage\":"
                                + "{\"prompt_tokens\":190,\"completion_tokens\":44,\"total_tokens\":234}}")
                        .getBytes(StandardCharsets.UTF_8)))
                .setHttpStatus(200)
                .setFinishReason("stop")
                .setRequestModel("simulator-small")
                .setResponseModel("simulator-small")
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setPrimaryModelFailed(false)
                .setNeedsReview(false)
                .setAttempts(List.of(attempt()))
                .setUsage(new TokenUsage(190L, 0L, 44L, 0L))
                .setCost(new BigDecimal("0.000054900"))
                .setBilledUncertain(false)
                .setRouteEvidence(RouteEvidence.newBuilder().build())
                .setExpectation(expectation(scorer))
                .setTags(Map.of("suite", "word-problems", "split", "test"))
                .setDeliveries(1)
                .setWorker("worker-1a2b3c4d")
                .setEnqueuedAt(AT)
                .setDeadline(AT.plusSeconds(86_400))
                .setStartedAt(AT.plusSeconds(3))
                .setFinishedAt(AT.plusSeconds(4))
                .build();
    }

    private static Attempt attempt() {
        return Attempt.newBuilder()
                .setNumber(1)
                .setProvider("simulator")
                .setAccount("simulator")
                .setRequestModel("simulator-small")
                .setResponseModel("simulator-small")
                .setStartedAt(AT.plusSeconds(3))
                .setDurationMillis(204)
                .setQueueWaitMillis(3_000)
                .setPermitWaitMillis(0)
                .setHttpStatus(200)
                .setFinishReason("stop")
                .setUsage(new TokenUsage(190L, 0L, 44L, 0L))
                .setProviderRequestId("req-12345")
                .build();
    }

    private static Expectation expectation(String scorer) {
        return Expecting.of(List.of(Expecting.use(scorer, targets(scorer), Map.of(), 1.0)));
    }

    private static List<String> targets(String scorer) {
        return switch (scorer) {
            case ScorerNames.EXACT -> List.of("twelve sacks", STEPS + "12");
            case ScorerNames.NORMALIZED -> List.of(STEPS + "twelve");
            case ScorerNames.BLEU, ScorerNames.ROUGE_L, ScorerNames.EDIT_SIMILARITY ->
                List.of(STEPS.replace("worked out", "found") + "So 12.");
            case ScorerNames.CONTAINS -> List.of("and that is 12");
            case ScorerNames.REGEX -> List.of("that is +[0-9]{1,3}\\b");
            case ScorerNames.NUMERIC -> List.of("12");
            case ScorerNames.CHOICE -> List.of("C");
            case ScorerNames.JSON_EQUAL -> List.of("{\"unit\":\"sacks\",\"days\":[3,9,27],\"missing\":12}");
            case ScorerNames.JSON_SCHEMA ->
                List.of(
                        "{\"type\":\"object\",\"required\":[\"missing\"],\"properties\":{\"missing\":{\"type\":"
                            + "\"integer\",\"minimum\":0},\"days\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}}");
            default -> List.of();
        };
    }

    private static String answer(String scorer) {
        return switch (scorer) {
            case ScorerNames.EXACT -> STEPS + "12";
            case ScorerNames.NORMALIZED -> STEPS + " Twelve!";
            case ScorerNames.CHOICE -> STEPS + "The answer is (C).";
            case ScorerNames.JSON_EQUAL, ScorerNames.JSON_SCHEMA ->
                "{\"missing\": 12, \"unit\": \"sacks\", \"days\": [3, 9, 27]}";
            default -> STEPS + "#### 12";
        };
    }
}
