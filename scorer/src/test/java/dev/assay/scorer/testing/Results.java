package dev.assay.scorer.testing;

import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Results as a worker writes them, for tests to change. */
public final class Results {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Results() {}

    /** An answered job of the run with ordinal {@code n} and id {@code job-n}, not scored by anything yet. */
    public static Result.Builder answered(String runId, int n, String answer) {
        Instant enqueued = START.plusMillis(n);
        return Result.newBuilder()
                .setRunId(runId)
                .setJobId("job-" + n)
                .setGeneration(0)
                .setOrdinal(n)
                .setTenant("acme")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setStatus(JobStatus.SUCCEEDED)
                .setAnswer(answer)
                .setRequestModel("sim-large")
                .setResponseModel("sim-large-2026-01")
                .setSource(AnswerSource.PRIMARY_MODEL)
                .setAttempts(List.of(attempt(1, enqueued, 120 + n % 50)))
                .setUsage(new TokenUsage(100L, 10L, 20L, 5L))
                .setCost(new BigDecimal("0.000123000"))
                .setRouteEvidence(RouteEvidence.newBuilder().build())
                .setExpectation(Expectation.newBuilder().build())
                .setDeliveries(1)
                .setWorker("worker-1")
                .setEnqueuedAt(enqueued)
                .setStartedAt(enqueued.plusMillis(5))
                .setFinishedAt(enqueued.plusMillis(200 + n % 50))
                .setDeadline(enqueued.plusSeconds(3600));
    }

    /** The same job without an answer, ended as {@code status}. */
    public static Result.Builder ended(String runId, int n, JobStatus status) {
        return answered(runId, n, "")
                .setAnswer(null)
                .setStatus(status)
                .setSource(AnswerSource.NONE)
                .setResponseModel(null);
    }

    public static Expectation expecting(ScorerUse... uses) {
        return Expectation.newBuilder().setScorers(List.of(uses)).build();
    }

    public static ScorerUse use(String scorer, String target) {
        return use(scorer, target, 1);
    }

    public static ScorerUse use(String scorer, String target, double weight) {
        return ScorerUse.newBuilder()
                .setScorer(scorer)
                .setTargets(List.of(target))
                .setOptions(Map.of())
                .setWeight(weight)
                .build();
    }

    public static Attempt attempt(int number, Instant start, long millis) {
        return Attempt.newBuilder()
                .setNumber(number)
                .setProvider("sim")
                .setRequestModel("sim-large")
                .setStartedAt(start)
                .setDurationMillis(millis)
                .setQueueWaitMillis(5)
                .setPermitWaitMillis(0)
                .build();
    }
}
