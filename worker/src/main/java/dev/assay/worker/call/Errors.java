package dev.assay.worker.call;

import com.fasterxml.jackson.databind.JsonNode;

/** Tells an error from a completion where the status says 200 for both. */
final class Errors {
    private Errors() {}

    /** Whether the body, or the chunk of a stream, says an error; {@code "error": null} says none. */
    static boolean isError(JsonNode body) {
        if (body.isArray()) {
            return body.path(0).isObject() && isError(body.path(0));
        }
        if (says(body.path("error")) || says(body.path("choices").path(0).path("error"))) {
            return true;
        }
        boolean hasChoices = body.path("choices").isArray();
        String object = body.path("object").asText("");
        String type = body.path("type").asText("");
        return !hasChoices && (object.equals("error") || type.equals("error") || isFlat(body));
    }

    /** The part that says it: what stands at a choice is brought to the top. */
    static JsonNode of(JsonNode body) {
        JsonNode root = body.isArray() ? body.path(0) : body;
        JsonNode choice = root.path("choices").path(0);
        return !says(root.path("error")) && says(choice.path("error")) ? choice : root;
    }

    private static boolean isFlat(JsonNode body) {
        boolean hasWords = body.path("message").isTextual()
                || body.path("msg").isTextual()
                || !body.path("detail").isMissingNode();
        return hasWords
                && (body.path("id").isMissingNode() || !body.path("code").isMissingNode());
    }

    private static boolean says(JsonNode error) {
        if (error.isContainerNode()) {
            return !error.isEmpty();
        }
        return error.isTextual() ? !error.asText().isBlank() : error.isNumber() || error.asBoolean(false);
    }
}
