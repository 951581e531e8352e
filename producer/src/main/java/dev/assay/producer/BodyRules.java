package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a chat-completions request must be like to be worth sending. Only what every provider refuses, and what Assay
 * itself decides, is looked at: fields that are not known here are the provider's business.
 */
final class BodyRules {
    private static final String MESSAGES = "/body/messages";

    private final Draft draft;

    private BodyRules(Draft draft) {
        this.draft = draft;
    }

    /** Checks a draft's body. */
    static void check(Draft draft) throws BadLineException {
        BodyRules rules = new BodyRules(draft);
        rules.checkMessages();
        rules.checkModel();
        rules.checkAnswerForm();
        maxTokens(draft);
    }

    /** The cap on output tokens that a body states; null where it states none. */
    static @Nullable Integer maxTokens(Draft draft) throws BadLineException {
        for (String field : List.of("max_completion_tokens", "max_tokens")) {
            JsonNode value = draft.tree().path(field);
            if (value.isMissingNode() || value.isNull()) {
                continue;
            }
            double number = value.isNumber() ? value.doubleValue() : Double.NaN;
            if (!(number >= 1 && number <= Integer.MAX_VALUE && number == Math.rint(number))) {
                throw draft.place()
                        .bad("/body/" + field, shown(value) + " (expected: a whole number from 1 to 2147483647)");
            }
            return (int) number;
        }
        return null;
    }

    private void checkMessages() throws BadLineException {
        JsonNode messages = draft.tree().path("messages");
        if (!messages.isArray()) {
            throw bad(MESSAGES, (messages.isMissingNode() ? "missing" : shown(messages)) + " (expected: an array)");
        }
        if (messages.isEmpty()) {
            throw bad(MESSAGES, "empty (expected: at least one message)");
        }
        for (int i = 0; i < messages.size(); i++) {
            checkMessage(MESSAGES + "/" + i, messages.get(i));
        }
    }

    private void checkMessage(String pointer, JsonNode message) throws BadLineException {
        if (!message.isObject()) {
            throw bad(pointer, shown(message) + " (expected: an object with role and content)");
        }
        JsonNode role = message.path("role");
        if (role.isMissingNode()) {
            throw bad(pointer, "no role (expected: system, developer, user, assistant or tool)");
        }
        if (!role.isTextual() || role.textValue().isBlank()) {
            throw bad(
                    pointer + "/role",
                    (role.isTextual() ? "blank" : shown(role))
                            + " (expected: system, developer, user, assistant or tool)");
        }
        JsonNode content = message.path("content");
        if (content.isArray()) {
            checkParts(pointer + "/content", content);
        } else if (!content.isTextual() && !mayLackContent(message, content)) {
            if (content.isMissingNode()) {
                throw bad(pointer, "no content (expected: a string or an array of parts)");
            }
            throw bad(pointer + "/content", shown(content) + " (expected: a string or an array of parts)");
        }
    }

    /** An assistant's message may be all tool call, refusal or audio. */
    private static boolean mayLackContent(JsonNode message, JsonNode content) {
        return (content.isMissingNode() || content.isNull())
                && message.path("role").asText().equals("assistant")
                && (message.hasNonNull("tool_calls")
                        || message.hasNonNull("function_call")
                        || message.hasNonNull("refusal")
                        || message.hasNonNull("audio"));
    }

    private void checkParts(String pointer, JsonNode parts) throws BadLineException {
        if (parts.isEmpty()) {
            throw bad(pointer, "empty (expected: at least one part)");
        }
        for (int i = 0; i < parts.size(); i++) {
            JsonNode part = parts.get(i);
            if (!part.isObject()) {
                throw bad(pointer + "/" + i, shown(part) + " (expected: an object with type)");
            }
            if (!part.path("type").isTextual()) {
                throw bad(pointer + "/" + i, "no type (expected: such as text or image_url)");
            }
            if (part.path("type").textValue().equals("text")
                    && !part.path("text").isTextual()) {
                throw bad(pointer + "/" + i, "no text (expected: a string)");
            }
        }
    }

    private void checkModel() throws BadLineException {
        JsonNode model = draft.tree().path("model");
        if (!model.isMissingNode() && !model.isTextual()) {
            throw bad("/body/model", shown(model) + " (expected: a string; the route chooses the model all the same)");
        }
    }

    /** One answer per job is what scores count; it may come in pieces. */
    private void checkAnswerForm() throws BadLineException {
        JsonNode n = draft.tree().path("n");
        if (!n.isMissingNode() && !n.isNull() && !(n.isNumber() && n.doubleValue() == 1)) {
            throw bad("/body/n", shown(n) + " (expected: 1 or nothing; for more answers enqueue more jobs)");
        }
        JsonNode stream = draft.tree().path("stream");
        if (!stream.isMissingNode() && !stream.isNull() && !stream.isBoolean()) {
            throw bad("/body/stream", shown(stream) + " (expected: true, false or nothing)");
        }
    }

    private BadLineException bad(String pointer, String reason) {
        return draft.place().bad(pointer, reason);
    }

    private static String shown(JsonNode value) {
        return value.isNumber() || value.isBoolean() ? value.asText() : JsonLine.kind(value);
    }

    /** The model that a body names; empty where it names none. */
    static String model(ObjectNode body) {
        return body.path("model").asText("");
    }
}
