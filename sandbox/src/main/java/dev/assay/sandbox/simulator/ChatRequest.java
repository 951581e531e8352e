package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.sandbox.answers.UserMessage;
import java.io.IOException;

/**
 * What the simulator needs of a chat completion request.
 *
 * @param prompt text of the last user message, trimmed
 * @param inputTokens estimate of the whole input
 * @param maxTokens the output asked for, or 0 where none was named
 * @param includeUsage whether a stream shall end with the usage
 * @param schema the JSON schema that the answer is to keep to; a missing node where none was given
 */
record ChatRequest(
        String model,
        String prompt,
        int inputTokens,
        int maxTokens,
        boolean stream,
        boolean includeUsage,
        JsonNode schema) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int TOKENS_PER_MESSAGE = 4;

    /** A request, or why it is none. */
    sealed interface Parsed {
        record Ok(ChatRequest request) implements Parsed {}

        /** {@code param} is the field to blame, or empty. */
        record Bad(String message, String param) implements Parsed {}
    }

    static Parsed parse(byte[] body) {
        JsonNode node;
        try {
            node = MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            return new Parsed.Bad("The body is no JSON: " + e.getOriginalMessage(), "");
        } catch (IOException e) {
            return new Parsed.Bad("The body cannot be read: " + e.getMessage(), "");
        }
        if (node == null || !node.isObject()) {
            return new Parsed.Bad("The body has to be a JSON object.", "");
        }
        if (!node.path("model").isTextual() || node.path("model").textValue().isBlank()) {
            return new Parsed.Bad("A model has to be named.", "model");
        }
        JsonNode messages = node.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            return new Parsed.Bad("At least one message is needed.", "messages");
        }
        JsonNode limit =
                node.hasNonNull("max_completion_tokens") ? node.path("max_completion_tokens") : node.path("max_tokens");
        boolean limited = !limit.isMissingNode() && !limit.isNull();
        if (limited && (!limit.isIntegralNumber() || limit.longValue() < 1)) {
            return new Parsed.Bad(
                    "max_tokens has to be a whole number of at least 1, not " + limit + ".", "max_tokens");
        }
        return new Parsed.Ok(new ChatRequest(
                node.path("model").textValue(),
                UserMessage.last(messages).strip(),
                inputTokens(messages),
                limited ? (int) Math.min(limit.longValue(), Integer.MAX_VALUE) : 0,
                node.path("stream").asBoolean(false),
                node.at("/stream_options/include_usage").asBoolean(false),
                node.at("/response_format/json_schema/schema")));
    }

    private static int inputTokens(JsonNode messages) {
        int tokens = 0;
        for (JsonNode message : messages) {
            tokens += TOKENS_PER_MESSAGE + Tokens.of(UserMessage.text(message.path("content")));
        }
        return tokens;
    }
}
