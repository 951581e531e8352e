package dev.assay.worker.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.worker.failure.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A streamed answer, folded from its bytes as they come. It judges nothing but its own end: an answer is finished when
 * its first choice has given a finish reason, whether or not {@code [DONE]} follows; {@code [DONE]} alone finishes
 * nothing. Used by one thread.
 */
public final class StreamedAnswer {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String DONE = "[DONE]";
    private static final int EXCERPT = 200;

    private final EventDecoder decoder = new EventDecoder();
    private final ObjectNode head = JSON.objectNode();
    private final TreeMap<Integer, StreamedChoice> choices = new TreeMap<>();
    private int events;
    private int contents;
    private boolean isDone;
    private JsonNode usage = JSON.missingNode();
    private Optional<JsonNode> error = Optional.empty();
    private Optional<String> garbled = Optional.empty();

    /**
     * The one completion that a streamed body amounts to, such as {@code {"object":"chat.completion",...}} with the
     * texts and calls of each choice joined; the finish reason of a stream that broke off is null.
     *
     * @return empty when the bytes are no event stream, or one without any chunk of a completion
     */
    public static Optional<ObjectNode> assemble(byte[] body) {
        if (!EventDecoder.isStream(body)) {
            return Optional.empty();
        }
        StreamedAnswer answer = new StreamedAnswer();
        answer.feed(body, body.length);
        answer.end();
        return answer.choices.isEmpty() ? Optional.empty() : Optional.of(answer.completion());
    }

    /**
     * Takes bytes in.
     *
     * @return whether content came with them; comments, heartbeats, and chunks of a role or nothing are none
     */
    boolean feed(byte[] bytes, int length) {
        int before = contents;
        decoder.feed(bytes, length).forEach(this::add);
        return contents > before;
    }

    /** Takes note that nothing more will come. */
    void end() {
        decoder.end().forEach(this::add);
    }

    /** Whether nothing that may still come would change a thing. */
    boolean isOver() {
        return isDone || error.isPresent() || garbled.isPresent();
    }

    boolean isDone() {
        return isDone;
    }

    boolean isFinished() {
        return !choices.isEmpty() && choices.firstEntry().getValue().finish() != null && garbled.isEmpty();
    }

    /** Events with data so far, whatever was in them. */
    int events() {
        return events;
    }

    /** The first chunk, or the data of the event, that says an error; none after the answer was finished. */
    Optional<JsonNode> error() {
        return error;
    }

    /** The beginning of an event that is no JSON. */
    Optional<String> garbled() {
        return garbled;
    }

    /** All that the model wrote so far, reasoning and calls too. */
    String written() {
        StringBuilder all = new StringBuilder();
        choices.values().forEach(choice -> all.append(choice.written()));
        return all.toString();
    }

    /** What of it is reasoning. */
    String reasoning() {
        StringBuilder all = new StringBuilder();
        choices.values().forEach(choice -> all.append(choice.reasoning()));
        return all.toString();
    }

    /** The completion so far, as if it had not been streamed. */
    ObjectNode completion() {
        ObjectNode whole = head.deepCopy();
        whole.put("object", "chat.completion");
        ArrayNode list = whole.putArray("choices");
        choices.forEach((index, choice) -> list.add(choice.whole(index)));
        if (usage.isObject()) {
            whole.set("usage", usage);
        }
        return whole;
    }

    private void add(EventDecoder.Event event) {
        String data = event.data().strip();
        if (isOver() || data.isEmpty()) {
            return;
        }
        if (data.equals(DONE)) {
            isDone = true;
            return;
        }
        Optional<JsonNode> chunk =
                Json.parse(data.getBytes(StandardCharsets.UTF_8)).filter(JsonNode::isObject);
        boolean isError = event.type().equals("error");
        if (chunk.isEmpty()) {
            if (isError) {
                fail(JSON.objectNode().put("error", data));
            } else if (!event.isCut()) {
                garbled = Optional.of(data.length() <= EXCERPT ? data : data.substring(0, EXCERPT));
            }
            return;
        }
        events++;
        if (isError || Errors.isError(chunk.get())) {
            fail(chunk.get());
        } else {
            addChunk(chunk.get());
        }
    }

    private void fail(JsonNode what) {
        takeUsage(what);
        if (!isFinished()) {
            error = Optional.of(what);
        }
    }

    private void addChunk(JsonNode chunk) {
        takeUsage(chunk);
        if (!chunk.has("choices")) {
            return;
        }
        for (Map.Entry<String, JsonNode> field : chunk.properties()) {
            switch (field.getKey()) {
                case "choices", "object", "usage", "error" -> {}
                case "id", "model", "created" -> {
                    if (isNothing(head.path(field.getKey()))) {
                        head.set(field.getKey(), field.getValue());
                    }
                }
                default -> {
                    if (!isNothing(field.getValue())) {
                        head.set(field.getKey(), field.getValue());
                    }
                }
            }
        }
        for (JsonNode part : chunk.path("choices")) {
            if (part.isObject()) {
                StreamedChoice choice =
                        choices.computeIfAbsent(part.path("index").asInt(0), index -> new StreamedChoice());
                contents += choice.add(part) ? 1 : 0;
            }
        }
    }

    /** Where several chunks tell it, it grows from one to the next. */
    private void takeUsage(JsonNode chunk) {
        for (JsonNode told : new JsonNode[] {chunk.path("usage"), chunk.at("/x_groq/usage")}) {
            if (told.isObject() && !told.isEmpty()) {
                usage = told;
            }
        }
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isTextual() && value.asText().isEmpty());
    }
}
