package dev.assay.scorer.scoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Writes the requests that ask a judge. What is judged stands in a JSON object of its own, so that no text in it can
 * pass for a part of the instructions.
 */
final class JudgeRequests {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final JudgeOptions options;
    private final String instructions;
    private final String field;
    private final JsonNode values;

    /**
     * @param field the field of the reply that holds the verdict
     * @param values JSON schema of that field
     */
    JudgeRequests(JudgeOptions options, String instructions, String field, JsonNode values) {
        this.options = options;
        this.instructions = instructions;
        this.field = field;
        this.values = values;
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    String ask(ObjectNode material) {
        return body(material).toString();
    }

    String askAgain(ObjectNode material, String reply, String problem) {
        ObjectNode body = body(material);
        ArrayNode messages = body.withArray("messages");
        message(messages, "assistant", reply);
        message(
                messages,
                "user",
                "That reply cannot be used: " + problem + ". Reply once more, with the JSON object and nothing else.");
        return body.toString();
    }

    private ObjectNode body(ObjectNode material) {
        ObjectNode body = object();
        // Replaced by the model of the route's candidate.
        body.put("model", "judge");
        ArrayNode messages = body.putArray("messages");
        message(messages, "system", instructions + "\n\nWhat makes an answer good: " + options.rubric());
        message(messages, "user", material.toString());
        body.put("temperature", 0);
        body.put("max_tokens", options.maxTokens());
        switch (options.format()) {
            case "json_schema" -> body.set("response_format", schemaFormat());
            case "json_object" -> body.putObject("response_format").put("type", "json_object");
            default -> {
                // The instructions alone ask for the form.
            }
        }
        return body;
    }

    private ObjectNode schemaFormat() {
        ObjectNode format = object().put("type", "json_schema");
        ObjectNode named =
                format.putObject("json_schema").put("name", "verdict").put("strict", true);
        ObjectNode schema = named.putObject("schema").put("type", "object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        // First the reason: a verdict that comes before it is not made of it.
        properties.putObject("reason").put("type", "string");
        properties.set(field, values);
        List.of("reason", field).forEach(schema.putArray("required")::add);
        return format;
    }

    /** The reply where it is the object asked for, with its two fields and no others. */
    Form form(String reply) {
        if (reply.length() > JudgeTask.MOST_REPLY_CHARS) {
            return new Form.Broken("it is longer than " + JudgeTask.MOST_REPLY_CHARS + " characters");
        }
        return switch (AnswerJson.of(reply)) {
            case AnswerJson.Parsed.Not(String why) -> new Form.Broken(why);
            case AnswerJson.Parsed.Json(JsonNode node) -> form(node);
        };
    }

    private Form form(JsonNode reply) {
        if (!reply.isObject()) {
            return new Form.Broken("it is no JSON object");
        }
        for (String name : List.of("reason", field)) {
            if (!reply.has(name)) {
                return new Form.Broken("it has no " + name);
            }
        }
        if (reply.size() > 2) {
            return new Form.Broken("it has other fields than reason and " + field);
        }
        return reply.get("reason").isTextual()
                ? new Form.Right(reply.get(field), reply.get("reason").textValue())
                : new Form.Broken("its reason is no text");
    }

    /** Whether a reply has the form asked for. */
    sealed interface Form {
        record Right(JsonNode verdict, String reason) implements Form {}

        record Broken(String problem) implements Form {}
    }

    private static void message(ArrayNode messages, String role, String content) {
        messages.addObject().put("role", role).put("content", content);
    }
}
