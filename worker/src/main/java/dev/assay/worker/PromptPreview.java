package dev.assay.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/** The first characters of a request's last user message, for reports. */
final class PromptPreview {
    private static final int MAX_CHARS = 400;
    private static final JsonMapper MAPPER = new JsonMapper();

    private PromptPreview() {}

    /** Null where the body has no such message, or is no JSON. */
    static @Nullable String of(String body) {
        JsonNode messages;
        try {
            messages = MAPPER.readTree(body).path("messages");
        } catch (JsonProcessingException e) {
            return null;
        }
        for (int i = messages.size() - 1; i >= 0; i--) {
            JsonNode message = messages.path(i);
            if (message.path("role").asText().equals("user")) {
                return cut(text(message.path("content")));
            }
        }
        return null;
    }

    private static String text(JsonNode content) {
        if (!content.isArray()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            text.append(part.path("text").asText("[" + part.path("type").asText() + "]"));
        }
        return text.toString();
    }

    private static String cut(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 2)) ? MAX_CHARS - 2 : MAX_CHARS - 1;
        return text.substring(0, end) + "…";
    }
}
