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
 * lose them.
 */
final class RequestBody {
    private static final JsonFactory JSON = new JsonFactory();

    /** Where one value stands, in bytes. */
    private record Span(int from, int to) {}

    private RequestBody() {}

    /**
     * The bytes to send.
     *
     * @throws IllegalArgumentException when the body is not one JSON object, or asks for a streamed answer
     */
    static byte[] withModel(String body, String model) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        byte[] value = ('"' + new String(JsonStringEncoder.getInstance().quoteAsString(model)) + '"')
                .getBytes(StandardCharsets.UTF_8);
        List<Span> models = new ArrayList<>();
        int afterBrace;
        boolean isEmpty;
        try (JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("the request body is not a JSON object");
            }
            afterBrace = (int) parser.currentTokenLocation().getByteOffset() + 1;
            JsonToken token = parser.nextToken();
            isEmpty = token == JsonToken.END_OBJECT;
            for (; token == JsonToken.FIELD_NAME; token = parser.nextToken()) {
                String name = parser.currentName();
                JsonToken type = parser.nextToken();
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                if (name.equals("model")) {
                    models.add(new Span(from, (int) parser.currentLocation().getByteOffset()));
                } else if (name.equals("stream") && type == JsonToken.VALUE_TRUE) {
                    throw new IllegalArgumentException("the request body asks for a streamed answer");
                }
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("the request body goes on after its JSON object");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the request body is not JSON: " + firstLine(e), e);
        }
        if (models.isEmpty()) {
            return inserted(bytes, afterBrace, value, isEmpty);
        }
        return replaced(bytes, models, value);
    }

    private static byte[] replaced(byte[] bytes, List<Span> spans, byte[] value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + value.length);
        int from = 0;
        for (Span span : spans) {
            out.write(bytes, from, span.from() - from);
            out.writeBytes(value);
            from = span.to();
        }
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }

    private static byte[] inserted(byte[] bytes, int at, byte[] value, boolean isOnly) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + value.length + 16);
        out.write(bytes, 0, at);
        out.writeBytes("\"model\":".getBytes(StandardCharsets.UTF_8));
        out.writeBytes(value);
        if (!isOnly) {
            out.write(',');
        }
        out.write(bytes, at, bytes.length - at);
        return out.toByteArray();
    }

    private static String firstLine(IOException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
