package dev.assay.worker.call;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A job's request body with the candidate's model in it. Only the bytes of the top-level {@code model} value change:
 * number formats, unknown fields, spaces and the order of keys are the submitter's, and another parse and print would
 * lose them. A body that asks for a stream and has no {@code stream_options} gets some that ask for usage, because a
 * stream tells its tokens only when asked, and tokens are money.
 */
final class RequestBody {
    /** The body of a call that sends nothing. */
    static final RequestBody NONE = new RequestBody(new byte[0], false);

    private static final JsonFactory JSON = new JsonFactory();
    private static final String USAGE = "\"stream_options\":{\"include_usage\":true}";

    /** Where one value stands, in bytes. */
    private record Span(int from, int to) {}

    /** What a look through the body found. */
    private static final class Found {
        private final List<Span> models = new ArrayList<>();
        private int afterBrace;
        private boolean isEmpty;
        private boolean isStream;
        private boolean hasStreamOptions;
    }

    private final byte[] bytes;
    private final boolean isStream;

    private RequestBody(byte[] bytes, boolean isStream) {
        this.bytes = bytes;
        this.isStream = isStream;
    }

    /**
     * Makes it.
     *
     * @param asksUsage whether a stream without options may be asked for its usage; some providers refuse the field
     * @throws IllegalArgumentException when the body is not one JSON object
     */
    static RequestBody of(String body, String model, boolean asksUsage) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Found found;
        try {
            found = look(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("the request body is not JSON: " + firstLine(e), e);
        }
        String value = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(model)) + '"';
        StringBuilder added = new StringBuilder();
        if (found.models.isEmpty()) {
            added.append("\"model\":").append(value).append(found.isEmpty ? "" : ",");
        }
        if (found.isStream && asksUsage && !found.hasStreamOptions) {
            added.append(USAGE).append(',');
        }
        return new RequestBody(spliced(bytes, found, value, added.toString()), found.isStream);
    }

    /** What is sent; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether it asks for a streamed answer. */
    boolean isStream() {
        return isStream;
    }

    private static Found look(byte[] bytes) throws IOException {
        Found found = new Found();
        try (JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("the request body is not a JSON object");
            }
            found.afterBrace = (int) parser.currentTokenLocation().getByteOffset() + 1;
            JsonToken token = parser.nextToken();
            found.isEmpty = token == JsonToken.END_OBJECT;
            for (; token == JsonToken.FIELD_NAME; token = parser.nextToken()) {
                String name = parser.currentName();
                JsonToken type = parser.nextToken();
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                switch (name) {
                    case "model" ->
                        found.models.add(
                                new Span(from, (int) parser.currentLocation().getByteOffset()));
                    case "stream" -> found.isStream = type == JsonToken.VALUE_TRUE;
                    case "stream_options" -> found.hasStreamOptions = true;
                    default -> {}
                }
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("the request body goes on after its JSON object");
            }
        }
        return found;
    }

    private static byte[] spliced(byte[] bytes, Found found, String model, String added) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + added.length() + model.length());
        out.write(bytes, 0, found.afterBrace);
        out.writeBytes(added.getBytes(StandardCharsets.UTF_8));
        int from = found.afterBrace;
        for (Span span : found.models) {
            out.write(bytes, from, span.from() - from);
            out.writeBytes(model.getBytes(StandardCharsets.UTF_8));
            from = span.to();
        }
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }

    private static String firstLine(IOException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
