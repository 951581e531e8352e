package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.wire.Exchange;
import dev.assay.sandbox.wire.Headers;
import dev.assay.sandbox.wire.WireRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call in hand. It ends once, just before the last bytes of its answer leave: whoever has the answer finds the call
 * in the log and its place under the limits free. Used by one thread.
 */
final class Call {
    private final long number;
    private final RequestLog log;
    private final boolean keepBody;
    private final Clock clock;
    private final Exchange exchange;
    private final Instant arrivedAt;
    private final long firstSeenNanos;
    private long arrivedNanos;
    private String model = "";
    private boolean stream;
    private int askedTokens;
    private int inputTokens;
    private int outputTokens;
    private int status;
    private @Nullable String fault;
    private boolean disconnected;
    private boolean ranOn;
    private boolean ended;
    private Admission.@Nullable Permit permit;

    Call(long number, Exchange exchange, RequestLog log, boolean keepBody, Clock clock) {
        this.number = number;
        this.log = log;
        this.keepBody = keepBody;
        this.exchange = exchange;
        this.clock = clock;
        this.arrivedAt = clock.now();
        this.firstSeenNanos = clock.nanos();
        this.arrivedNanos = firstSeenNanos;
        log.arrive();
    }

    void asks(ChatRequest request, int tokens) {
        model = request.model();
        stream = request.stream();
        askedTokens = tokens;
    }

    void struckBy(String name) {
        fault = name;
    }

    void sends(int sentStatus) {
        status = sentStatus;
    }

    void used(int input, int output) {
        inputTokens = input;
        outputTokens = output;
    }

    /** The log counts it at the very time at which the limits do, so that both see the same windows. */
    void holds(Admission.Permit granted, long nanos) {
        permit = granted;
        arrivedNanos = nanos;
    }

    void clientLeft() {
        disconnected = true;
    }

    /** Goes on with the work that nobody waits for any more, its place under the limits taken. */
    void runOn(Duration rest) throws InterruptedException {
        ranOn = true;
        clock.pause(rest);
    }

    long nanos() {
        return clock.nanos();
    }

    /** Header {@code Idempotency-Key}, or null. */
    @Nullable
    String idempotencyKey() {
        return exchange.request().headers().get("Idempotency-Key");
    }

    long number() {
        return number;
    }

    /** Gives back the permit and writes the call down, the first time. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        if (permit != null) {
            permit.release((long) inputTokens + outputTokens);
        }
        log.end(written());
    }

    private CallRecord written() {
        WireRequest request = exchange.request();
        return new CallRecord(
                number,
                arrivedAt,
                arrivedNanos,
                clock.nanos() - firstSeenNanos,
                exchange.connectionId(),
                model,
                stream,
                askedTokens,
                inputTokens,
                outputTokens,
                idempotencyKey(),
                status,
                fault,
                disconnected,
                ranOn,
                headers(request.headers()),
                keepBody ? new String(request.body(), StandardCharsets.UTF_8) : null);
    }

    private static Map<String, String> headers(Headers headers) {
        Map<String, String> kept = new HashMap<>();
        for (Headers.Field field : headers.fields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!name.equals("authorization") && !name.equals("api-key")) {
                kept.putIfAbsent(name, field.value());
            }
        }
        return kept;
    }
}
