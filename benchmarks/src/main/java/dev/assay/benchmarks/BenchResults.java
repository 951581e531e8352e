package dev.assay.benchmarks;

import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Results of one run as workers write them: of 20 jobs 18 are answered by the first choice, rightly or not, one by a
 * fallback, one is cut off. Each has a numeric target and two tags. About 1,000 bytes each.
 */
final class BenchResults {
    static final String RUN = "bench";
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final String STEPS = "The slate says 41 sacks and the book says 29. The difference between the two"
            + " is what the book lacks, so one has to be taken from the other, and that is ";

    private BenchResults() {}

    /**
     * One of them.
     *
     * @param number which job, from 0
     */
    static Result of(int number) {
        boolean isFallback = number % 20 == 7;
        boolean isCut = number % 20 == 13;
        String model = isFallback ? "simulator-small" : "simulator-large";
        String answer = STEPS + number % 8 + ".";
        RouteEvidence.Builder evidence = RouteEvidence.newBuilder().setChosen("simulator/" + model);
        if (isFallback) {
            evidence.setEliminated(List.of(new EliminatedCandidate("simulator/simulator-large", "TIMEOUT: no answer")));
        }
        return Result.newBuilder()
                .setRunId(RUN)
                .setJobId("job-" + number)
                .setGeneration(0)
                .setOrdinal(number)
                .setTenant("reading")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setStatus(isCut ? JobStatus.UNANSWERED : isFallback ? JobStatus.FALLBACK : JobStatus.SUCCEEDED)
                .setAnswer(answer)
                .setUnanswered(isCut ? Unanswered.TRUNCATED : null)
                .setFailureKind(isCut ? FailureKind.TRUNCATED : null)
                .setResponse(response(answer))
                .setHttpStatus(200)
                .setFinishReason(isCut ? "length" : "stop")
                .setRequestModel(model)
                .setResponseModel(model)
                .setSource(isCut ? AnswerSource.NONE : source(isFallback))
                .setPrimaryModelFailed(isFallback)
                .setUsedFallback(isFallback ? "simulator/" + model : null)
                .setFallbackReason(isFallback ? FailureKind.TIMEOUT : null)
                .setNeedsReview(false)
                .setAttempts(List.of(attempt(number, model)))
                .setUsage(new TokenUsage(190L, 0L, 44L, 0L))
                .setCost(new BigDecimal("0.000054900"))
                .setBilledUncertain(false)
                .setRouteEvidence(evidence.build())
                .setExpectation(Expecting.of(
                        Expecting.use(ScorerNames.NUMERIC, List.of(String.valueOf(number % 7)), Map.of(), 1.0)))
                .setTags(Map.of("suite", "word-problems", "level", "level-" + number % 5))
                .setDeliveries(1)
                .setWorker("worker-1a2b3c4d")
                .setEnqueuedAt(AT)
                .setDeadline(AT.plusSeconds(86_400))
                .setStartedAt(AT.plusSeconds(3))
                .setFinishedAt(AT.plusMillis(4_000 + number % 900))
                .build();
    }

    private static AnswerSource source(boolean isFallback) {
        return isFallback ? AnswerSource.FALLBACK_MODEL : AnswerSource.PRIMARY_MODEL;
    }

    private static ByteBuffer response(String answer) {
        String body = "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"" + answer
                + "\"},\"finish_reason\":\"stop\",\"index\":0}],\"usage\":"
                + "{\"prompt_tokens\":190,\"completion_tokens\":44,\"total_tokens\":234}}";
        return ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8));
    }

    private static Attempt attempt(int number, String model) {
        return Attempt.newBuilder()
                .setNumber(1)
                .setProvider("simulator")
                .setAccount("simulator")
                .setRequestModel(model)
                .setResponseModel(model)
                .setStartedAt(AT.plusSeconds(3))
                .setDurationMillis(204 + number % 300)
                .setQueueWaitMillis(3_000)
                .setPermitWaitMillis(0)
                .setHttpStatus(200)
                .setFinishReason("stop")
                .setUsage(new TokenUsage(190L, 0L, 44L, 0L))
                .setProviderRequestId("req-" + number)
                .build();
    }
}
