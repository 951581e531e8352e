package dev.assay.worker.failure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;

/**
 * The customer's words in a request, to be recognised where a provider echoes them: every text of its messages, prompt or
 * input, up to {@link #MAX_LENGTH} characters.
 */
public final class Prompt {
    static final int MAX_LENGTH = 1 << 20;

    /** The prompt of no request. */
    public static final Prompt NONE = new Prompt("");

    private static final JsonFactory JSON = new JsonFactory();

    /** Fields that hold what somebody wrote; of other fields, such as the model's name, errors may speak. */
    private static final Set<String> WRITTEN =
            Set.of("content", "text", "prompt", "input", "instructions", "system", "arguments", "suffix");

    private final String request;

    private Prompt(String request) {
        this.request = request;
    }

    /** The prompt of a request; its body is read only when there is something to recognise. */
    public static Prompt of(String requestBody) {
        return new Prompt(requestBody);
    }

    /** The words, one text a line; as many as can be read. */
    String words() {
        StringBuilder words = new StringBuilder();
        try (JsonParser parser = JSON.createParser(request)) {
            for (JsonToken token = parser.nextToken();
                    token != null && words.length() < MAX_LENGTH;
                    token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && isWritten(parser)) {
                    words.append(parser.getText()).append('\n');
                }
            }
        } catch (IOException e) {
            return words.toString();
        }
        return words.length() > MAX_LENGTH ? words.substring(0, MAX_LENGTH) : words.toString();
    }

    private static boolean isWritten(JsonParser parser) {
        String name = parser.getParsingContext().getCurrentName();
        if (name == null && parser.getParsingContext().getParent() != null) {
            name = parser.getParsingContext().getParent().getCurrentName();
        }
        return name != null && WRITTEN.contains(name);
    }
}
