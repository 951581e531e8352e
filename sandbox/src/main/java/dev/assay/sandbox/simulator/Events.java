package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The events of a stream, ready for the wire.
 *
 * @param events each a whole server-sent event
 */
record Events(List<String> events) {
    private static final String DONE = "data: [DONE]\n\n";

    Events {
        events = List.copyOf(events);
    }

    /** All events of a completion; {@code [DONE]} stands at the end of those that have a finish reason. */
    static Events of(Completion completion, ChatRequest request, StreamPace pace) {
        List<String> events = chunks(completion, request, pace);
        if (completion.finish() != null) {
            events.add(DONE);
        }
        return new Events(events);
    }

    /** A stream whose content is not what a client expects. */
    static Events spoiled(Fault.Body how, Completion completion, ChatRequest request, StreamPace pace) {
        List<String> good = chunks(completion, request, pace);
        List<String> some = new ArrayList<>(good.subList(0, Math.min(2, good.size())));
        return switch (how) {
            case MALFORMED_JSON -> {
                some.add("data: {\"id\":\"" + completion.id() + "\",\"choices\":[{\"index\":0,\n\n");
                some.add(DONE);
                yield new Events(some);
            }
            case ERROR_OBJECT -> {
                some.add("event: error\ndata: " + Payload.upstreamError() + "\n\n");
                yield new Events(some);
            }
            case EMPTY_CHOICES -> new Events(List.of(withoutChoices(completion, "[]"), DONE));
            case NULL_CHOICES -> new Events(List.of(withoutChoices(completion, "null"), DONE));
            case NO_DONE -> new Events(good);
            case DONE_ONLY -> {
                List<String> all = new ArrayList<>(good);
                all.removeIf(event -> event.contains("\"finish_reason\":\""));
                all.add(DONE);
                yield new Events(all);
            }
            case HTML, EMPTY, NULL -> throw new IllegalArgumentException(how + " is no stream");
        };
    }

    /** The beginning of a stream, then an error in the place of a chunk. */
    static Events withError(String code, Completion completion, ChatRequest request, StreamPace pace) {
        List<String> good = chunks(completion, request, pace);
        List<String> some = new ArrayList<>(good.subList(0, Math.min(2, good.size())));
        String error = CannedErrors.envelope("The stream ends in an error: " + code + ".", code, null, code);
        some.add("data: " + error + "\n\n");
        return new Events(some);
    }

    /** The first of them: that of the role, and so many of text. */
    List<String> pieces(int count) {
        return events.subList(0, Math.min(events.size(), 1 + count));
    }

    /** A chunk up to the middle of a character of three bytes. */
    static byte[] cutCharacter(Completion completion) {
        String chunk = "data: {\"id\":\"" + completion.id() + "\",\"object\":\"chat.completion.chunk\",\"choices\":"
                + "[{\"index\":0,\"delta\":{\"content\":\"日";
        byte[] whole = chunk.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(whole, whole.length - 1);
    }

    /** The first half of them. */
    List<String> half() {
        return events.subList(0, Math.max(1, events.size() / 2));
    }

    private static List<String> chunks(Completion completion, ChatRequest request, StreamPace pace) {
        List<String> events = new ArrayList<>();
        for (ObjectNode chunk : CompletionJson.chunks(completion, pace.tokensPerChunk(), request.includeUsage())) {
            events.add("data: " + chunk + "\n\n");
        }
        return events;
    }

    private static String withoutChoices(Completion completion, String choices) {
        return "data: {\"id\":\"" + completion.id() + "\",\"object\":\"chat.completion.chunk\",\"choices\":" + choices
                + "}\n\n";
    }
}
