package dev.assay.worker.call;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** The cap on output tokens that a request body states. Only its digits change, as of everything that is sent. */
public final class TokenCap {
    private static final JsonFactory JSON = new JsonFactory();
    static final Set<String> FIELDS = Set.of("max_tokens", "max_completion_tokens");

    private TokenCap() {}

    /** The body with twice the cap; empty when it states none, because there is nothing to double. */
    public static Optional<String> doubled(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder grown = new StringBuilder();
        int copied = 0;
        try (JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (FIELDS.contains(name) && value == JsonToken.VALUE_NUMBER_INT) {
                    int from = (int) parser.currentTokenLocation().getByteOffset();
                    long doubled = Math.multiplyExact(parser.getLongValue(), 2L);
                    parser.finishToken();
                    int to = (int) parser.currentLocation().getByteOffset();
                    grown.append(text(bytes, copied, from)).append(doubled);
                    copied = to;
                }
                parser.skipChildren();
            }
        } catch (IOException | ArithmeticException e) {
            return Optional.empty();
        }
        return copied == 0
                ? Optional.empty()
                : Optional.of(grown.append(text(bytes, copied, bytes.length)).toString());
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
