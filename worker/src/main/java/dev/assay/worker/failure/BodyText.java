package dev.assay.worker.failure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * The start of a response body, as text, and what it looks like. Only {@link #MAX_BYTES} are ever decoded, so that
 * judging a body costs the same whatever its length; what is no text is not decoded at all.
 *
 * @param shape what it looks like
 * @param text the text; empty for {@code EMPTY} and {@code BINARY}
 */
record BodyText(Shape shape, String text) {
    static final int MAX_BYTES = 65_536;

    /** Bytes in which a control character gives a binary body away. */
    private static final int SNIFFED = 512;

    enum Shape {
        EMPTY,
        JSON,
        /** Server-sent events. */
        EVENTS,
        HTML,
        TEXT,
        BINARY
    }

    static BodyText of(ResponseHeaders headers, byte[] body) {
        boolean packed = body.length > 2 && (body[0] & 0xFF) == 0x1F && (body[1] & 0xFF) == 0x8B;
        byte[] start = packed ? unpacked(body) : body;
        int length = Math.min(start.length, MAX_BYTES);
        if (isBinary(headers, start, length)) {
            return new BodyText(Shape.BINARY, "");
        }
        String text = new String(start, 0, length, StandardCharsets.UTF_8);
        String plain = (text.startsWith("\uFEFF") ? text.substring(1) : text).strip();
        return new BodyText(shape(headers, plain), plain);
    }

    private static Shape shape(ResponseHeaders headers, String text) {
        if (text.isEmpty()) {
            return Shape.EMPTY;
        }
        char first = text.charAt(0);
        if (first == '{' || first == '[') {
            return Shape.JSON;
        }
        String type = type(headers);
        if (first == '<' || type.contains("html")) {
            return Shape.HTML;
        }
        boolean isEvent = type.contains("event-stream") || text.startsWith("data:") || text.startsWith("event:");
        return isEvent ? Shape.EVENTS : Shape.TEXT;
    }

    private static boolean isBinary(ResponseHeaders headers, byte[] bytes, int length) {
        String type = type(headers);
        if (type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/")) {
            return true;
        }
        for (int i = 0; i < Math.min(length, SNIFFED); i++) {
            int value = bytes[i] & 0xFF;
            if (value < 0x20 && value != '\n' && value != '\r' && value != '\t' && value != 0x1B && value != '\f') {
                return true;
            }
        }
        return false;
    }

    private static String type(ResponseHeaders headers) {
        return headers.first("content-type").orElse("").strip().toLowerCase(Locale.ROOT);
    }

    /** The first bytes inside a gzip; as many as come before it breaks off. */
    private static byte[] unpacked(byte[] body) {
        byte[] out = new byte[MAX_BYTES];
        int length = 0;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            for (int n = in.read(out, 0, out.length); n > 0; n = in.read(out, length, out.length - length)) {
                length += n;
            }
        } catch (IOException e) {
            return length == 0 ? body : Arrays.copyOf(out, length);
        }
        return Arrays.copyOf(out, length);
    }
}
