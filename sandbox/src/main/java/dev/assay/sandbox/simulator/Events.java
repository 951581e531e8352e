package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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
            case HTML, EMPTY, NULL -> throw new IllegalArgumentException(how + " is no stream");
        };
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
