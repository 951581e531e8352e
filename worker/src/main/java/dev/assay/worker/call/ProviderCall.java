package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.TokenUsage;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Failure;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The innermost stage: one HTTP request to a provider, and one attempt written down. */
final class ProviderCall implements ModelCall {
    private static final int HTTP_ERRORS = 400;
    /** OkHttp takes no shorter limit. */
    private static final long SHORTEST_CALL_MILLIS = 1;

    private final ModelClients clients;
    private final ReplyReader replies;
    private final Classifier failures;
    private final Clock clock;

    ProviderCall(ModelClients clients, ReplyReader replies, Classifier failures, Clock clock) {
        this.clients = clients;
        this.replies = replies;
        this.failures = failures;
        this.clock = clock;
    }

    @Override
    public Reply call(CallRequest request) {
        if (Thread.currentThread().isInterrupted()) {
            return new Reply.Cancelled(List.of());
        }
        byte[] body;
        try {
            body = RequestBody.withModel(request.body(), request.candidate().model());
        } catch (IllegalArgumentException e) {
            return new Reply.Failed(
                    List.of(), failures.of(FailureKind.BAD_REQUEST, String.valueOf(e.getMessage())), Optional.empty());
        }
        Instant startedAt = clock.now();
        long start = clock.nanos();
        Duration total = Duration.ofMillis(
                Math.max(TimeUnit.NANOSECONDS.toMillis(request.deadlineNanos() - start), SHORTEST_CALL_MILLIS));
        Exchange exchange = clients.post(request, body, total);
        AttemptWriter attempt = new AttemptWriter(
                request,
                clients.settings(request.candidate().provider()),
                startedAt,
                Duration.ofNanos(clock.nanos() - start));
        return reply(exchange, attempt);
    }

    private Reply reply(Exchange exchange, AttemptWriter attempt) {
        IOException broken = exchange.broken();
        byte[] body = exchange.body();
        if (broken == null && body != null) {
            return switch (replies.read(
                    attempt.provider().familyOrHost(),
                    exchange.status(),
                    exchange.responseHeaders(),
                    body,
                    clock.now())) {
                case ReplyReader.Reading.Answer(ModelResponse response) ->
                    new Reply.Answered(List.of(attempt.answered(response)), response);
                case ReplyReader.Reading.NoAnswer(var why, Failure failure, ModelResponse response) ->
                    new Reply.Declined(List.of(attempt.failed(failure, response)), why, failure, response);
                case ReplyReader.Reading.Trouble(Failure failure, ModelResponse response) ->
                    new Reply.Failed(List.of(attempt.failed(failure, response)), failure, Optional.of(response));
            };
        }
        boolean sent = exchange.isSent();
        if (Thread.currentThread().isInterrupted()) {
            Failure failure = failures.of(FailureKind.CANCELLED, "cut by Assay");
            return new Reply.Cancelled(sent ? List.of(attempt.broken(failure, exchange.status(), true)) : List.of());
        }
        Failure failure = failures.ofBroken(broken == null ? new IOException("no response") : broken, sent);
        return new Reply.Failed(List.of(attempt.broken(failure, exchange.status(), sent)), failure, Optional.empty());
    }

    @Override
    public String toString() {
        return "provider";
    }

    /** Writes the attempt of one request down. */
    private record AttemptWriter(CallRequest request, ProviderSettings provider, Instant startedAt, Duration duration) {
        Attempt answered(ModelResponse response) {
            return of(response, false).build();
        }

        Attempt failed(Failure failure, ModelResponse response) {
            return of(response, false)
                    .setFailureKind(failure.kind())
                    .setFailureMessage(failure.message())
                    .setWaitHintOfferedMillis(
                            failure.waitHint().map(Duration::toMillis).orElse(null))
                    .build();
        }

        /** @param sent whether the provider may have worked, and billed, a request that brought no response */
        Attempt broken(Failure failure, int status, boolean sent) {
            return of(null, sent)
                    .setHttpStatus(status == 0 ? null : status)
                    .setFailureKind(failure.kind())
                    .setFailureMessage(failure.message())
                    .build();
        }

        private Attempt.Builder of(@Nullable ModelResponse response, boolean billedUncertain) {
            TokenUsage usage = response == null ? null : response.usage();
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
                    .setCost(cost(response, billedUncertain))
                    .setProviderRequestId(response == null ? null : response.requestId())
                    .setBilledUncertain(billedUncertain);
        }

        /** An error that reports no tokens is not billed, nor is a request that was not sent. */
        private @Nullable BigDecimal cost(@Nullable ModelResponse response, boolean billedUncertain) {
            Prices prices = request.candidate().prices().orElse(null);
            if (prices == null || billedUncertain) {
                return null;
            }
            if (response != null && response.usage() != null) {
                return prices.cost(response.usage());
            }
            boolean isFree = response == null || response.httpStatus() >= HTTP_ERRORS;
            return isFree ? Prices.NOTHING : null;
        }
    }
}
