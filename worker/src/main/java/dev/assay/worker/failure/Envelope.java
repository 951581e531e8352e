package dev.assay.worker.failure;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What an error body says, whatever its shape: {@code {error:{}}}, {@code {error:""}}, the same inside an array, flat,
 * {@code {detail}}, {@code {message}}, a page of HTML or plain text. Providers put null, numbers and words where others
 * put strings, so everything is read as text.
 *
 * @param type the error's type, lower case; empty when there is none
 * @param code the error's code, lower case; empty when there is none
 * @param message the error in words; for HTML and text, the body
 */
public record Envelope(String type, String code, String message) {
    /** Phrases are looked for in the first words only: further on, a message may quote the prompt. */
    private static final int WORDS = 240;

    static Envelope read(byte[] body) {
        return Json.parse(body)
                .map(Envelope::of)
                .orElseGet(() -> new Envelope("", "", new String(body, StandardCharsets.UTF_8).strip()));
    }

    /** The envelope in a body that was parsed already. */
    public static Envelope of(JsonNode body) {
        JsonNode root = body.isArray() && !body.isEmpty() ? body.get(0) : body;
        JsonNode error = root.path("error");
        if (error.isTextual()) {
            return new Envelope("", "", error.asText());
        }
        JsonNode from = error.isObject() ? error : root;
        String message = text(from, "message");
        if (message.isEmpty()) {
            message = text(from, "detail");
        }
        String code = text(from, "code");
        if (code.isEmpty()) {
            code = text(from, "status");
        }
        String inner = text(from.path("innererror"), "code");
        return new Envelope(
                text(from, "type").toLowerCase(Locale.ROOT),
                (inner.isEmpty() ? code : code + " " + inner).toLowerCase(Locale.ROOT),
                message.isEmpty() ? root.toString() : message);
    }

    boolean isCoded(String wanted) {
        return type.equals(wanted) || (" " + code + " ").contains(" " + wanted + " ");
    }

    boolean says(String phrase) {
        String start = message.length() <= WORDS ? message : message.substring(0, WORDS);
        return start.toLowerCase(Locale.ROOT).contains(phrase);
    }

    /** Type or code in one word, for people. */
    String label() {
        return code.isEmpty() ? type : code;
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isValueNode() && !value.isNull() ? value.asText() : "";
    }
}
