package dev.assay.cli.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.worker.call.StreamedAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A provider's response body on its way into a line of JSON. */
final class ResponseBody {
    private static final JsonFactory JSON = new JsonFactory();

    private ResponseBody() {}

    /**
     * The body as one line of JSON, character for character as it came: unknown fields, key order and number formats
     * included. Only line ends between its tokens become blanks, because a line cannot hold them. A streamed body
     * becomes the one completion that its events amount to. Empty when the body is neither a stream of a completion
     * nor exactly one JSON value in UTF-8.
     */
    static Optional<String> asJsonLine(ByteBuffer body) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(body.duplicate()).toString();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
        if (isOneValue(text)) {
            return Optional.of(text.strip().replace('\n', ' ').replace('\r', ' '));
        }
        return StreamedAnswer.assemble(text.getBytes(StandardCharsets.UTF_8)).map(ObjectNode::toString);
    }

    /** The body as text, with replacement characters where it is not UTF-8. */
    static String asText(ByteBuffer body) {
        return StandardCharsets.UTF_8.decode(body.duplicate()).toString();
    }

    private static boolean isOneValue(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return false;
            }
            parser.skipChildren();
            // Reading text decodes it, so that bad escapes are found as well.
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
