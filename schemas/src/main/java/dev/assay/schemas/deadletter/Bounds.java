package dev.assay.schemas.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.nio.charset.StandardCharsets;

/**
 * How long the texts in a dead letter's headers may be. Headers count towards the size that a broker accepts, so
 * unbounded ones could make a dead letter that cannot be written.
 */
final class Bounds {
    static final int MESSAGE_CHARS = 2_000;
    static final int EVIDENCE_BYTES = 32 * 1024;

    /** Escaped as JSON (6 bytes at worst) this many characters stay within {@link #EVIDENCE_BYTES}. */
    private static final int EVIDENCE_CUT_CHARS = 5_000;

    private static final JsonMapper MAPPER = new JsonMapper();

    private Bounds() {}

    static String message(String message) {
        return cut(message, MESSAGE_CHARS);
    }

    /**
     * A JSON array of attempts within the bound. The latest attempts say most about why a job died, so the earliest go
     * first; an object {@code {"omitted": n}} stands for them.
     */
    static String evidence(String attempts) {
        if (size(attempts) <= EVIDENCE_BYTES) {
            return attempts;
        }
        if (parsed(attempts) instanceof ArrayNode array) {
            for (int omitted = 1; omitted < array.size(); omitted++) {
                ArrayNode kept = MAPPER.createArrayNode();
                kept.addObject().put("omitted", omitted);
                for (int i = omitted; i < array.size(); i++) {
                    kept.add(array.get(i));
                }
                if (size(kept.toString()) <= EVIDENCE_BYTES) {
                    return kept.toString();
                }
            }
        }
        ArrayNode cut = MAPPER.createArrayNode();
        cut.addObject().put("cut", cut(attempts, EVIDENCE_CUT_CHARS));
        return cut.toString();
    }

    private static JsonNode parsed(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return MAPPER.missingNode();
        }
    }

    private static int size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The beginning of a text, no character torn apart, with an ellipsis where something is missing. */
    static String cut(String text, int chars) {
        if (text.length() <= chars) {
            return text;
        }
        int end = chars - 1;
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + "…";
    }
}
