package dev.assay.worker.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One choice of a streamed answer, put together from its deltas. */
final class StreamedChoice {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Texts that come in pieces, by the field that they come in; the answer is {@code content} only. */
    private final Map<String, StringBuilder> texts = new LinkedHashMap<>();

    private final Map<Integer, Call> calls = new TreeMap<>();
    private final ObjectNode message = JSON.objectNode();
    private final ObjectNode choice = JSON.objectNode();
    private @Nullable Call function;
    private @Nullable String finish;

    /** A tool call in pieces. */
    private static final class Call {
        private final ObjectNode head = JSON.objectNode();
        private final StringBuilder name = new StringBuilder();
        private final StringBuilder arguments = new StringBuilder();

        void add(JsonNode function) {
            // A name comes whole; some providers repeat it with every piece of the arguments.
            if (name.isEmpty()) {
                name.append(function.path("name").asText(""));
            }
            JsonNode piece = function.path("arguments");
            arguments.append(piece.isContainerNode() ? piece.toString() : text(piece));
        }

        ObjectNode function() {
            return JSON.objectNode().put("name", name.toString()).put("arguments", arguments.toString());
        }
    }

    /**
     * Adds a chunk's part of it.
     *
     * @return whether that is content: text, reasoning, a refusal, a piece of a call, or the end
     */
    boolean add(JsonNode part) {
        boolean isContent = false;
        for (Map.Entry<String, JsonNode> field : part.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "index" -> {}
                case "delta", "message" -> isContent |= addDelta(value);
                case "finish_reason" -> {
                    if (value.isTextual() && !value.asText().isEmpty()) {
                        finish = value.asText();
                        isContent = true;
                    }
                }
                default -> put(choice, field.getKey(), value);
            }
        }
        return isContent;
    }

    /** The reason that it gave for its end; null before its end. */
    @Nullable
    String finish() {
        return finish;
    }

    /** All that the model wrote, in one text: what its output tokens are counted by. */
    String written() {
        StringBuilder all = new StringBuilder();
        texts.values().forEach(all::append);
        calls.values().forEach(call -> all.append(call.name).append(call.arguments));
        if (function != null) {
            all.append(function.name).append(function.arguments);
        }
        return all.toString();
    }

    /** What the model thought before it answered. */
    String reasoning() {
        StringBuilder all = new StringBuilder();
        texts.forEach((field, text) -> {
            if (field.startsWith("reasoning")) {
                all.append(text);
            }
        });
        return all.toString();
    }

    /** As it would stand in a completion that was not streamed. */
    ObjectNode whole(int index) {
        ObjectNode whole = JSON.objectNode().put("index", index);
        ObjectNode assembled = whole.putObject("message").put("role", "assistant");
        assembled.setAll(message);
        assembled.putNull("content");
        texts.forEach((field, text) -> assembled.put(field, text.toString()));
        if (!calls.isEmpty()) {
            ArrayNode list = assembled.putArray("tool_calls");
            calls.forEach((at, call) -> {
                ObjectNode one = call.head.deepCopy();
                one.set("function", call.function());
                list.add(one);
            });
        }
        if (function != null) {
            assembled.set("function_call", function.function());
        }
        whole.setAll(choice);
        return whole.put("finish_reason", finish);
    }

    private boolean addDelta(JsonNode delta) {
        boolean isContent = false;
        for (Map.Entry<String, JsonNode> field : delta.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "content", "reasoning_content", "reasoning", "refusal" ->
                    isContent |= addText(field.getKey(), value);
                case "tool_calls" -> {
                    for (int i = 0; i < value.size(); i++) {
                        addCall(value.get(i), value.size() > 1 ? i : 0);
                        isContent = true;
                    }
                }
                case "function_call" -> {
                    if (value.isObject()) {
                        function = function == null ? new Call() : function;
                        function.add(value);
                        isContent = true;
                    }
                }
                default -> put(message, field.getKey(), value);
            }
        }
        return isContent;
    }

    private boolean addText(String field, JsonNode value) {
        String piece = text(value);
        if (piece.isEmpty() && !value.isTextual()) {
            return false;
        }
        texts.computeIfAbsent(field, name -> new StringBuilder()).append(piece);
        return !piece.isEmpty();
    }

    private void addCall(JsonNode part, int position) {
        int index = part.path("index").isInt() ? part.path("index").asInt() : position;
        Call call = calls.computeIfAbsent(index, at -> new Call());
        for (Map.Entry<String, JsonNode> field : part.properties()) {
            if (!field.getKey().equals("index") && !field.getKey().equals("function")) {
                put(call.head, field.getKey(), field.getValue());
            }
        }
        call.add(part.path("function"));
    }

    /** A text, or the texts of a list of parts. */
    private static String text(JsonNode value) {
        if (value.isTextual()) {
            return value.asText();
        }
        StringBuilder joined = new StringBuilder();
        for (JsonNode part : value) {
            joined.append(part.path("text").asText(""));
        }
        return joined.toString();
    }

    /** Keeps what has no rule of its own: lists grow, objects are merged, of other values the last one holds. */
    private static void put(ObjectNode into, String field, JsonNode value) {
        JsonNode known = into.get(field);
        if (value.isNull() || (value.isTextual() && value.asText().isEmpty())) {
            return;
        }
        if (known instanceof ArrayNode list && value instanceof ArrayNode more) {
            list.addAll(more);
        } else if (known instanceof ObjectNode object && value.isObject()) {
            value.properties().forEach(inner -> put(object, inner.getKey(), inner.getValue()));
        } else {
            into.set(field, value.deepCopy());
        }
    }
}
