package dev.assay.sandbox.answers;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds what the user said last in chat messages. */
public final class UserMessage {
    private UserMessage() {}

    /**
     * Text of the last message with role {@code user}, its text parts joined by line ends; empty when there is none.
     *
     * @param messages array of {@code {"role", "content"}}
     */
    public static String last(JsonNode messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            JsonNode message = messages.get(i);
            if (message.path("role").asText().equals("user")) {
                return text(message.path("content"));
            }
        }
        return "";
    }

    /** Text of a message's content, which is a string or a list of parts. */
    public static String text(JsonNode content) {
        if (!content.isArray()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            if (part.path("text").isTextual()) {
                text.append(text.isEmpty() ? "" : "\n").append(part.path("text").textValue());
            }
        }
        return text.toString();
    }
}
