package dev.assay.producer;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes request bodies for inputs that give only a prompt or messages. */
final class MadeBody {
    private static final List<String> NOT_ADDED = List.of("messages", "n");

    private final String systemMessage;
    private final String addedFields;

    MadeBody(ReadOptions options) {
        systemMessage = options.system() == null ? "" : message("system", options.system()) + ",";
        addedFields = inside(options.bodyFields());
    }

    /** A request of one user message. */
    String ofPrompt(String prompt) {
        return "{\"messages\":[" + systemMessage + message("user", prompt) + "]" + addedFields + "}";
    }

    /**
     * A request of given messages.
     *
     * @param messages their JSON array, which is kept as it is written
     */
    String ofMessages(String messages) {
        return "{\"messages\":[" + systemMessage + messages.substring(1) + addedFields + "}";
    }

    /**
     * Checks fields to be added to bodies.
     *
     * @throws IllegalArgumentException when they are no JSON object, or would take the messages' place
     */
    static void requireFields(String fields) {
        try {
            ObjectNode parsed = JsonLine.parse(fields).root();
            for (String name : NOT_ADDED) {
                if (parsed.has(name)) {
                    throw new IllegalArgumentException("body-fields: " + name + " cannot be set here");
                }
            }
        } catch (BadLineException e) {
            throw new IllegalArgumentException("body-fields: character " + e.column() + ": " + e.reason(), e);
        }
    }

    private static String message(String role, String content) {
        return "{\"role\":\"" + role + "\",\"content\":\""
                + new String(JsonStringEncoder.getInstance().quoteAsString(content)) + "\"}";
    }

    private static String inside(@Nullable String object) {
        if (object == null) {
            return "";
        }
        String fields = object.strip();
        String inside = fields.substring(1, fields.length() - 1).strip();
        return inside.isEmpty() ? "" : "," + inside;
    }
}
