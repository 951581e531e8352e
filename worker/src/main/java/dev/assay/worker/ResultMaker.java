package dev.assay.worker;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Parking;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import dev.assay.schemas.deadletter.Lineage;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelPipelines;
import dev.assay.worker.call.ModelResponse;
import dev.assay.worker.intake.Delivery;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the result of a job: what the job says, what it ended as, and every call that it took. */
final class ResultMaker {
    private static final int COST_SCALE = 9;

    /** Ordinal of a job of which only the record's headers are known. */
    private static final long UNKNOWN_ORDINAL = -1;

    private final String worker;
    private final Journeys journeys;

    ResultMaker(String worker, Journeys journeys) {
        this.worker = worker;
        this.journeys = journeys;
    }

    Result of(Job job, Delivery delivery, Ending ending, Instant finishedAt) {
        Result.Builder result = Result.newBuilder()
                .setRunId(job.getRunId())
                .setJobId(job.getJobId())
                .setGeneration(job.getGeneration())
                .setOrdinal(job.getOrdinal())
                .setTenant(job.getTenant())
                .setLane(job.getLane())
                .setRoute(job.getRoute())
                .setAccount(job.getAccount())
                .setTemplateId(job.getTemplateId())
                .setTemplateVersion(job.getTemplateVersion())
                .setExpectation(job.getExpectation())
                .setPromptPreview(PromptPreview.of(job.getBody()))
                .setTags(job.getTags())
                .setEnqueuedAt(job.getEnqueuedAt())
                .setDeadline(job.getDeadline())
                .setTraceparent(job.getTraceparent())
                .setJudging(job.getJudging())
                .setRequiredRegion(job.getRequiredRegion());
        ended(result, delivery, ending, finishedAt);
        return result.build();
    }

    /**
     * The result of a record that is no job, with what its headers tell.
     *
     * @param runId from the headers
     * @param jobId from the headers
     * @param tenant from the headers; empty when they do not tell
     */
    Result ofUnread(String runId, String jobId, String tenant, Delivery delivery, Ending ending, Instant finishedAt) {
        Instant enqueuedAt = Instant.ofEpochMilli(Math.max(delivery.record().timestamp(), 0));
        Result.Builder result = Result.newBuilder()
                .setRunId(runId)
                .setJobId(jobId)
                .setGeneration(Lineage.read(delivery.record().headers()).size())
                .setOrdinal(UNKNOWN_ORDINAL)
                .setTenant(tenant)
                .setLane(delivery.lane())
                .setRoute("")
                .setAccount(Account.EVAL)
                .setExpectation(nothing())
                .setTags(Map.of())
                .setEnqueuedAt(enqueuedAt)
                .setDeadline(enqueuedAt);
        ended(result, delivery, ending, finishedAt);
        return result.build();
    }

    /** The same without the response's bytes, and saying so. */
    static Result withoutResponse(Result result) {
        int bytes = result.getResponse() == null ? 0 : result.getResponse().remaining();
        String words = "response of " + bytes + " bytes left out: the record would be larger than the cluster takes";
        String message = result.getFailureMessage();
        return Result.newBuilder(result)
                .setResponse(null)
                .setFailureMessage(message == null ? words : message + " (" + words + ")")
                .build();
    }

    /** What identifies the job and says how it ended. */
    static Result bare(Result result) {
        return Result.newBuilder(withoutResponse(result))
                .setAnswer(null)
                .setPromptPreview(null)
                .setTags(Map.of())
                .setExpectation(nothing())
                .build();
    }

    private void ended(Result.Builder result, Delivery delivery, Ending ending, Instant finishedAt) {
        ModelResponse response = ending.response().orElse(null);
        Way way = ending.way();
        PreparedFallback prepared = ending.prepared();
        Candidate candidate = prepared == null ? way.candidate().orElse(null) : null;
        boolean isFallback = ending.status() == JobStatus.FALLBACK;
        FailureKind passedOverFor = way.fallbackReason().orElse(null);
        result.setStatus(ending.status())
                .setUnanswered(ending.unanswered())
                .setFailureKind(ending.kind())
                .setFailureMessage(ending.message())
                .setAnswer(prepared != null ? prepared.text() : response == null ? null : response.answer())
                .setResponse(response == null ? null : response.body())
                .setHttpStatus(response == null ? null : response.httpStatus())
                .setFinishReason(response == null ? null : response.finishReason())
                .setSystemFingerprint(response == null ? null : response.systemFingerprint())
                .setRequestModel(candidate == null ? null : candidate.model())
                .setResponseModel(response == null ? null : response.model())
                .setProviderRequestId(response == null ? null : response.requestId())
                .setSource(ending.source())
                .setPrimaryModelFailed(primaryFailed(ending))
                .setUsedFallback(usedFallback(ending))
                .setFallbackReason(isFallback ? orUnknown(passedOverFor) : null)
                .setNeedsReview(prepared != null)
                .setRetries(way.retries())
                .setAttempts(way.attempts())
                .setUsage(usage(way.attempts()))
                .setTokensSoFar(tokensSoFar(ending))
                .setCost(cost(way.attempts()))
                .setBilledUncertain(way.attempts().stream().anyMatch(Attempt::getBilledUncertain))
                .setRouteEvidence(evidence(way, candidate, response))
                .setDeliveries(journeys.deliveries(delivery))
                .setParked(journeys.of(delivery).map(Parking::getTimes).orElse(0))
                .setWorker(worker)
                .setStartedAt(delivery.startedAt())
                .setFinishedAt(finishedAt);
    }

    /** Whether the first choice was tried and failed, or was closed, and did not answer after all. */
    private static boolean primaryFailed(Ending ending) {
        boolean isPrimaryAnswer = ending.source() == AnswerSource.PRIMARY_MODEL;
        boolean wasPassedOver = ending.way().fallbackReason().isPresent();
        boolean failed = ending.isDeadLetter() && !ending.way().attempts().isEmpty();
        return !isPrimaryAnswer && (wasPassedOver || failed);
    }

    private static @Nullable String usedFallback(Ending ending) {
        if (ending.status() != JobStatus.FALLBACK) {
            return null;
        }
        PreparedFallback prepared = ending.prepared();
        return prepared != null
                ? prepared.name()
                : ending.way().candidate().map(Candidate::toString).orElse(null);
    }

    private static FailureKind orUnknown(@Nullable FailureKind kind) {
        return kind == null ? FailureKind.UNKNOWN : kind;
    }

    private static RouteEvidence evidence(Way way, @Nullable Candidate candidate, @Nullable ModelResponse response) {
        boolean isDrift =
                candidate != null && response != null && ModelPipelines.isDrift(candidate.model(), response.model());
        return RouteEvidence.newBuilder()
                .setChosen(candidate == null ? null : candidate.toString())
                .setEliminated(way.passedOver())
                .setModelDrift(isDrift)
                .build();
    }

    private static @Nullable TokenUsage usage(List<Attempt> attempts) {
        List<TokenUsage> reported = attempts.stream()
                .filter(attempt -> attempt.getUsage() != null)
                .map(attempt -> requireNonNull(attempt.getUsage()))
                .toList();
        if (reported.isEmpty()) {
            return null;
        }
        return TokenUsage.newBuilder()
                .setInput(reported.stream().mapToLong(TokenUsage::getInput).sum())
                .setCachedInput(
                        reported.stream().mapToLong(TokenUsage::getCachedInput).sum())
                .setOutput(reported.stream().mapToLong(TokenUsage::getOutput).sum())
                .setReasoning(
                        reported.stream().mapToLong(TokenUsage::getReasoning).sum())
                .build();
    }

    private static @Nullable BigDecimal cost(List<Attempt> attempts) {
        BigDecimal sum = BigDecimal.ZERO.setScale(COST_SCALE);
        for (Attempt attempt : attempts) {
            BigDecimal cost = attempt.getCost();
            if (cost == null) {
                return null;
            }
            sum = sum.add(cost);
        }
        return sum;
    }

    /** Output tokens of an answer that was cut, by the model's limit, by a timer, or by a stream that broke off. */
    private static @Nullable Long tokensSoFar(Ending ending) {
        List<Attempt> attempts = ending.way().attempts();
        if (attempts.isEmpty() || ending.kind() == null) {
            return null;
        }
        Attempt last = attempts.getLast();
        TokenUsage usage = last.getUsage();
        boolean isCut = ending.unanswered() == Unanswered.TRUNCATED || last.getBilledUncertain();
        return isCut && usage != null ? usage.getOutput() : null;
    }

    private static Expectation nothing() {
        return Expectation.newBuilder().setScorers(List.of()).build();
    }
}
