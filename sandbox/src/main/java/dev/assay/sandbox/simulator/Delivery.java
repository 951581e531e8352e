package dev.assay.sandbox.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.sandbox.wire.Exchange;
import dev.assay.sandbox.wire.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Brings an answer to the client, whole, in a stream, or as badly as a fault wants it; writes down what was sent. */
final class Delivery {
    /** A client that waits longer than this for an answer that never comes is let go. */
    private static final Duration STALL = Duration.ofHours(1);

    private static final byte[] GARBAGE = "\u0000\u0001 this is no HTTP \u0002\r\n\r\n".getBytes(UTF_8);
    private static final Headers EVENT_STREAM = Headers.of("Content-Type", "text/event-stream; charset=utf-8");

    private final Exchange exchange;
    private final Call call;
    private final StreamPace pace;
    private final Headers common;

    Delivery(Exchange exchange, Call call, String requestId, StreamPace pace) {
        this.exchange = exchange;
        this.call = call;
        this.pace = pace;
        this.common = Headers.of("Server", FrontDoor.SERVER, "x-request-id", requestId);
    }

    /** Sends an answer that is no completion, at once. */
    void send(Fault.Canned answer, Headers limits) throws IOException {
        send(Payload.of(answer), limits);
    }

    /** Sends a completion after its time. */
    void complete(ChatRequest request, Completion completion, Duration wait, Headers limits)
            throws IOException, InterruptedException {
        if (!pause(wait)) {
            return;
        }
        call.used(completion.inputTokens(), completion.outputTokens());
        if (request.stream()) {
            stream(Events.of(completion, request, pace), limits);
        } else {
            send(Payload.of(completion), limits);
        }
    }

    /** Does what the fault says. */
    void fail(Fault fault, ChatRequest request, Completion completion, Duration wait, Headers limits)
            throws IOException, InterruptedException {
        switch (fault) {
            case Fault.Canned canned -> send(canned, limits);
            case Fault.Slow(Duration extra) -> complete(request, completion, wait.plus(extra), limits);
            case Fault.Uncancelled(Duration extra) -> uncancelled(request, completion, wait.plus(extra), limits);
            case Fault.OfStream how -> inStream(how, request, completion, wait, limits);
            case Fault.Twisted how -> complete(request, Twister.twist(completion, how), wait, limits);
            case Fault.BadBody(Fault.Body how) -> {
                if (pause(wait)) {
                    badBody(how, request, completion, limits);
                }
            }
            case Fault.Broken(Fault.Break how) -> {
                if (pause(wait)) {
                    broken(how, request, completion, limits);
                }
            }
        }
    }

    /** A provider that does not notice, or does not care, that its client is gone. */
    private void uncancelled(ChatRequest request, Completion completion, Duration wait, Headers limits)
            throws IOException, InterruptedException {
        long end = call.nanos() + wait.toNanos();
        if (pause(wait)) {
            complete(request, completion, Duration.ZERO, limits);
            return;
        }
        call.runOn(Duration.ofNanos(Math.max(end - call.nanos(), 0)));
        call.used(completion.inputTokens(), completion.outputTokens());
    }

    /** What only a stream can do; an answer that is not to be streamed comes as it should. */
    private void inStream(
            Fault.OfStream fault, ChatRequest request, Completion completion, Duration wait, Headers limits)
            throws IOException, InterruptedException {
        if (!request.stream()) {
            complete(request, completion, wait, limits);
            return;
        }
        if (!pause(wait)) {
            return;
        }
        call.used(completion.inputTokens(), completion.outputTokens());
        Events all = Events.of(completion, request, pace);
        switch (fault) {
            case Fault.SlowFirstToken(Duration extra) -> {
                startStream(limits);
                if (send(all.pieces(0)) && pause(extra)) {
                    finish(all.events().subList(1, all.events().size()));
                }
            }
            case Fault.StreamStall(int pieces) -> {
                startStream(limits);
                if (send(all.pieces(pieces))) {
                    stall();
                }
            }
            case Fault.Heartbeats(Duration every) -> {
                startStream(limits);
                do {
                    exchange.chunk(": still there\n\n".getBytes(UTF_8));
                } while (pause(every));
            }
            case Fault.StreamError(String code) -> stream(Events.withError(code, completion, request, pace), limits);
        }
    }

    private void badBody(Fault.Body how, ChatRequest request, Completion completion, Headers limits)
            throws IOException, InterruptedException {
        call.used(completion.inputTokens(), completion.outputTokens());
        boolean asStream = request.stream()
                && switch (how) {
                    case HTML, EMPTY, NULL -> false;
                    case MALFORMED_JSON, ERROR_OBJECT, EMPTY_CHOICES, NULL_CHOICES, NO_DONE, DONE_ONLY -> true;
                };
        if (!asStream) {
            send(Payload.spoiled(how, completion), limits);
            return;
        }
        stream(Events.spoiled(how, completion, request, pace), limits);
    }

    private void broken(Fault.Break how, ChatRequest request, Completion completion, Headers limits)
            throws IOException, InterruptedException {
        switch (how) {
            case RESET -> reset();
            case CLOSE -> hangUp();
            case GARBAGE -> {
                exchange.raw(GARBAGE);
                hangUp();
            }
            case STALL -> stall();
            case HANG_AFTER_HEADERS -> {
                startBody(request, completion, limits, 0);
                stall();
            }
            case HANG_IN_BODY -> {
                startBody(request, completion, limits, 1);
                stall();
            }
            case CUT_BODY -> {
                startBody(request, completion, limits, 1);
                hangUp();
            }
            case CUT_CHARACTER -> {
                startBody(request, completion, limits, 1);
                if (request.stream()) {
                    exchange.chunk(Events.cutCharacter(completion));
                }
                hangUp();
            }
            case RESET_IN_BODY -> {
                startBody(request, completion, limits, 1);
                reset();
            }
        }
    }

    /** Sends the head and that many halves of the body. */
    private void startBody(ChatRequest request, Completion completion, Headers limits, int halves)
            throws IOException, InterruptedException {
        call.used(completion.inputTokens(), completion.outputTokens());
        if (request.stream()) {
            startStream(limits);
            if (halves > 0) {
                send(Events.of(completion, request, pace).half());
            }
            return;
        }
        Payload whole = Payload.of(completion);
        call.sends(whole.status());
        byte[] body = whole.body().getBytes(UTF_8);
        exchange.sendCut(whole.status(), headers(whole.headers(), limits), body, halves * body.length / 2);
    }

    private void send(Payload payload, Headers limits) throws IOException {
        call.sends(payload.status());
        call.end();
        exchange.send(
                payload.status(),
                headers(payload.headers(), limits),
                payload.body().getBytes(UTF_8));
    }

    private void startStream(Headers limits) throws IOException {
        call.sends(200);
        exchange.startChunks(200, headers(EVENT_STREAM, limits));
    }

    /** Sends a whole stream; the call ends before its last event, which is where a client stops reading. */
    private void stream(Events events, Headers limits) throws IOException, InterruptedException {
        startStream(limits);
        finish(events.events());
    }

    private void finish(List<String> events) throws IOException, InterruptedException {
        int last = events.size() - 1;
        if (send(events.subList(0, last))) {
            call.end();
            exchange.chunk(events.get(last).getBytes(UTF_8));
            exchange.endChunks();
        }
    }

    /** Whether the client stayed to the last one. */
    private boolean send(List<String> events) throws IOException, InterruptedException {
        for (String event : events) {
            exchange.chunk(event.getBytes(UTF_8));
            if (!pause(pace.perChunk())) {
                return false;
            }
        }
        return true;
    }

    private void stall() throws InterruptedException {
        pause(STALL);
        hangUp();
    }

    private void hangUp() {
        call.end();
        exchange.hangUp();
    }

    private void reset() {
        call.end();
        exchange.reset();
    }

    private boolean pause(Duration time) throws InterruptedException {
        boolean there = exchange.pause(time);
        if (!there) {
            call.clientLeft();
        }
        return there;
    }

    private Headers headers(Headers own, Headers limits) {
        return common.and(own).and(limits);
    }
}
