package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.answers.AnswerHash;
import dev.assay.sandbox.wire.Exchange;
import dev.assay.sandbox.wire.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The story of one chat completion: key, request, limits, fault, answer, delivery, log. */
final class ChatHandler {
    /** Output that the limits count for a call that names none, as providers do. */
    private static final int UNNAMED_OUTPUT = 16;

    private final List<String> models;
    private final boolean anyModel;
    private final ApiKeys keys;
    private final Latency latency;
    private final StreamPace pace;
    private final boolean keepBodies;
    private final long seed;
    private final Author author;
    private final Limiter limiter;
    private final FaultBoard faults;
    private final RequestLog log;
    private final Clock clock;
    private final AtomicLong numbers = new AtomicLong();

    ChatHandler(
            SimulatorSettings settings,
            Author author,
            Limiter limiter,
            FaultBoard faults,
            RequestLog log,
            Clock clock) {
        this.models = settings.models();
        this.anyModel = settings.anyModel();
        this.keys = new ApiKeys(settings.apiKeys());
        this.latency = settings.latency();
        this.pace = settings.stream();
        this.keepBodies = settings.log().bodies();
        this.seed = settings.seed();
        this.author = author;
        this.limiter = limiter;
        this.faults = faults;
        this.log = log;
        this.clock = clock;
    }

    void handle(Exchange exchange) throws IOException, InterruptedException {
        Call call = new Call(numbers.incrementAndGet(), exchange, log, keepBodies, clock);
        Delivery delivery = new Delivery(exchange, call, requestId(call), pace);
        try {
            answer(exchange.request().headers(), exchange.request().body(), call, delivery);
        } catch (IOException e) {
            call.clientLeft();
            throw e;
        } finally {
            call.end();
        }
    }

    private void answer(Headers headers, byte[] body, Call call, Delivery delivery)
            throws IOException, InterruptedException {
        if (!keys.knows(headers)) {
            delivery.send(CannedErrors.keyRefused(), Headers.NONE);
            return;
        }
        switch (ChatRequest.parse(body)) {
            case ChatRequest.Parsed.Bad(String message, String param) ->
                delivery.send(CannedErrors.badRequest(message, param), Headers.NONE);
            case ChatRequest.Parsed.Ok(ChatRequest request) -> admit(request, keys.account(headers), call, delivery);
        }
    }

    private void admit(ChatRequest request, String account, Call call, Delivery delivery)
            throws IOException, InterruptedException {
        long output = request.maxTokens() == 0 ? UNNAMED_OUTPUT : request.maxTokens();
        int asked = (int) Math.min(Integer.MAX_VALUE, request.inputTokens() + output);
        call.asks(request, asked);
        if (!anyModel && !models.contains(request.model())) {
            delivery.send(CannedErrors.modelGone(request.model()), Headers.NONE);
            return;
        }
        switch (limiter.admit(account, request.model(), asked)) {
            case Admission.Refused(Headers state, Fault.Canned refusal) -> delivery.send(refusal, state);
            case Admission.Granted(Headers state, long nanos, Admission.Permit permit) -> {
                call.holds(permit, nanos);
                serve(request, state, call, delivery);
            }
        }
    }

    private void serve(ChatRequest request, Headers state, Call call, Delivery delivery)
            throws IOException, InterruptedException {
        String identity = identity(request, call);
        FaultBoard.Struck struck;
        try {
            struck = faults.strike(request, identity);
        } catch (IllegalArgumentException e) {
            delivery.send(CannedErrors.badRequest("Prompt marker: " + e.getMessage(), "messages"), state);
            return;
        }
        Completion completion = author.write(request, requestId(call));
        Duration wait = latency.sample(
                AnswerHash.share(seed, "latency " + identity), AnswerHash.share(seed, "spread " + identity));
        if (struck == null) {
            delivery.complete(request, completion, wait, state);
        } else {
            call.struckBy(struck.name());
            delivery.fail(struck.fault(), request, completion, wait, state);
        }
    }

    /** The same call has the same fate in every run, where its key says which call it is. */
    private static String identity(ChatRequest request, Call call) {
        String key = call.idempotencyKey();
        return key == null ? request.prompt() + "\n" + call.number() : key;
    }

    private String requestId(Call call) {
        return "sim-" + Long.toHexString(AnswerHash.of(seed, "request " + call.number()));
    }
}
