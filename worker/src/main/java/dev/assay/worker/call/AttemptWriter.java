package dev.assay.worker.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.budget.TokenEstimator;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.TokenUsage;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes the attempt of one request down.
 *
 * @param duration from start to the last byte or the failure
 * @param stream the streamed answer as far as it came; null where none began
 */
record AttemptWriter(
        CallRequest request,
        ProviderSettings provider,
        Instant startedAt,
        Duration duration,
        @Nullable StreamedAnswer stream) {
    private static final int HTTP_ERRORS = 400;
    private static final TokenEstimator TOKENS = new TokenEstimator();

    AttemptWriter(CallRequest request, ProviderSettings provider, Instant startedAt, Duration duration) {
        this(request, provider, startedAt, duration, null);
    }

    /** The same for an attempt that brought a stream, whose tokens count as billed however it ended. */
    AttemptWriter of(StreamedAnswer answer) {
        return new AttemptWriter(request, provider, startedAt, duration, answer);
    }

    Attempt answered(ModelResponse response) {
        return of(response, false).build();
    }

    Attempt failed(Failure failure, ModelResponse response) {
        boolean isCut = stream != null && !stream.isFinished();
        return failing(of(response, isCut), failure).build();
    }

    /** @param sent whether the provider may have worked, and billed, a request that brought no response */
    Attempt broken(Failure failure, int status, boolean sent) {
        return failing(of(null, sent).setHttpStatus(status == 0 ? null : status), failure)
                .build();
    }

    private static Attempt.Builder failing(Attempt.Builder attempt, Failure failure) {
        return attempt.setFailureKind(failure.kind())
                .setFailureMessage(failure.message())
                .setFailureRule(failure.rule())
                .setWaitHintOfferedMillis(
                        failure.waitHint().map(Duration::toMillis).orElse(null));
    }

    private Attempt.Builder of(@Nullable ModelResponse response, boolean billedUncertain) {
        TokenUsage reported = response == null ? null : response.usage();
        TokenUsage estimated = reported == null && stream != null ? estimate(stream) : null;
        TokenUsage usage = estimated == null ? reported : estimated;
        return Attempt.newBuilder()
                .setNumber(request.attempt())
                .setProvider(provider.name())
                .setAccount(provider.accountLabel())
                .setRequestModel(request.candidate().model())
                .setResponseModel(response == null ? null : response.model())
                .setTemplateVersion(request.templateVersion())
                .setStartedAt(startedAt)
                .setDurationMillis(duration.toMillis())
                .setQueueWaitMillis(request.queueWait().toMillis())
                .setPermitWaitMillis(request.permitWait().toMillis())
                .setHttpStatus(response == null ? null : response.httpStatus())
                .setFinishReason(response == null ? null : response.finishReason())
                .setUsage(usage)
                .setUsageEstimated(estimated != null)
                .setCost(cost(response, usage, billedUncertain))
                .setProviderRequestId(response == null ? null : response.requestId())
                .setBilledUncertain(billedUncertain);
    }

    /** What the provider would have counted, by the text that it sent. */
    private TokenUsage estimate(StreamedAnswer answer) {
        String model = request.candidate().model();
        long input = Json.parse(request.body().getBytes(StandardCharsets.UTF_8))
                .filter(ObjectNode.class::isInstance)
                .map(body -> TOKENS.countRequest(((ObjectNode) body).put("model", model)))
                .orElse(0);
        return TokenUsage.newBuilder()
                .setInput(input)
                .setOutput(TOKENS.countText(model, answer.written()))
                .setReasoning(TOKENS.countText(model, answer.reasoning()))
                .build();
    }

    /** An error that reports no tokens is not billed, nor is a request that was not sent. */
    private @Nullable BigDecimal cost(
            @Nullable ModelResponse response, @Nullable TokenUsage usage, boolean billedUncertain) {
        Prices prices = request.candidate().prices().orElse(null);
        if (prices == null) {
            return null;
        }
        if (usage != null) {
            return prices.cost(usage);
        }
        boolean isFree = !billedUncertain && (response == null || response.httpStatus() >= HTTP_ERRORS);
        return isFree ? Prices.NOTHING : null;
    }
}
