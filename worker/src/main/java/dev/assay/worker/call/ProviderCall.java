package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The innermost stage: one HTTP request to a provider, and one attempt written down. */
final class ProviderCall implements ModelCall {
    private static final long SHORTEST_CALL_MILLIS = 1;
    private static final Duration LATE = Duration.ofMillis(100);

    private final ModelClients clients;
    private final Classifier failures;
    private final Clock clock;

    ProviderCall(ModelClients clients, Classifier failures, Clock clock) {
        this.clients = clients;
        this.failures = failures;
        this.clock = clock;
    }

    @Override
    public Reply call(CallRequest request) {
        if (Thread.currentThread().isInterrupted()) {
            return new Reply.Cancelled(List.of());
        }
        ProviderSettings provider = clients.settings(request.candidate().provider());
        RequestBody body;
        try {
            body = RequestBody.of(request.body(), request.candidate().model(), provider.asksStreamUsage());
        } catch (IllegalArgumentException e) {
            return new Reply.Failed(
                    List.of(), failures.of(FailureKind.BAD_REQUEST, String.valueOf(e.getMessage())), Optional.empty());
        }
        Instant startedAt = clock.now();
        long start = clock.nanos();
        Duration total = Duration.ofMillis(
                Math.max(TimeUnit.NANOSECONDS.toMillis(request.deadlineNanos() - start), SHORTEST_CALL_MILLIS));
        Exchange exchange = clients.post(request, body, total);
        AttemptWriter attempt =
                new AttemptWriter(request, provider, startedAt, Duration.ofNanos(clock.nanos() - start));
        return reply(exchange, attempt, failures.about(request.body()));
    }

    /** @param about knows the request, so that nothing of its prompt is kept with a failure */
    private Reply reply(Exchange exchange, AttemptWriter attempt, Classifier about) {
        ReplyReader replies = new ReplyReader(about);
        StreamedAnswer stream = exchange.reception().stream();
        if (stream != null) {
            return streamed(exchange, stream, attempt, replies);
        }
        if (exchange.reception().isWhole()) {
            return reply(
                    replies.read(
                            attempt.provider().familyOrHost(),
                            exchange.status(),
                            exchange.responseHeaders(),
                            exchange.reception().body(),
                            clock.now()),
                    attempt);
        }
        if (exchange.isLate()) {
            return new Reply.Refused(
                    FailureKind.LEDGER_SILENT, "its room was over before it was connected", LATE, Optional.empty());
        }
        boolean sent = exchange.isSent();
        if (Thread.currentThread().isInterrupted()) {
            return new Reply.Cancelled(
                    sent ? List.of(attempt.broken(cancelled(), exchange.status(), true)) : List.of());
        }
        IOException broken = exchange.broken();
        Failure failure = about.ofBroken(broken == null ? new IOException("no response") : broken, sent);
        return new Reply.Failed(List.of(attempt.broken(failure, exchange.status(), sent)), failure, Optional.empty());
    }

    private Reply streamed(Exchange exchange, StreamedAnswer stream, AttemptWriter attempt, ReplyReader replies) {
        ReplyReader.Reading reading = replies.read(
                attempt.provider().familyOrHost(),
                exchange.status(),
                exchange.responseHeaders(),
                stream,
                exchange.reception().body(),
                exchange.broken(),
                clock.now());
        AttemptWriter counted = attempt.of(stream);
        if (Thread.currentThread().isInterrupted() && reading instanceof ReplyReader.Reading.Trouble cut) {
            return new Reply.Cancelled(List.of(counted.failed(cancelled(), cut.response())));
        }
        return reply(reading, counted);
    }

    private static Reply reply(ReplyReader.Reading reading, AttemptWriter attempt) {
        return switch (reading) {
            case ReplyReader.Reading.Answer(ModelResponse response) ->
                new Reply.Answered(List.of(attempt.answered(response)), response);
            case ReplyReader.Reading.NoAnswer(var why, Failure failure, ModelResponse response) ->
                new Reply.Declined(List.of(attempt.failed(failure, response)), why, failure, response);
            case ReplyReader.Reading.Trouble(Failure failure, ModelResponse response) ->
                new Reply.Failed(List.of(attempt.failed(failure, response)), failure, Optional.of(response));
        };
    }

    private Failure cancelled() {
        return failures.of(FailureKind.CANCELLED, "cut by Assay");
    }

    @Override
    public String toString() {
        return "provider";
    }
}
