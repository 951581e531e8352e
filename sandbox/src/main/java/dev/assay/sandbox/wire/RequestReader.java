package dev.assay.sandbox.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads requests from one connection, within bounds. */
final class RequestReader {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1);

    private final InputStream in;
    private final OutputStream out;
    private final WireLimits limits;
    private int headerBytesLeft;

    RequestReader(InputStream in, OutputStream out, WireLimits limits) {
        this.in = in;
        this.out = out;
        this.limits = limits;
    }

    /**
     * Reads the next one.
     *
     * @param busy whether an answer is still being made; a connection at rest is then not idle
     */
    Received next(BooleanSupplier busy) throws IOException {
        try {
            int first = firstByte(busy);
            if (first < 0) {
                return new Received.End();
            }
            return request(first);
        } catch (Refusal e) {
            return new Received.Refused(e.status, e.reason);
        } catch (SocketTimeoutException e) {
            return new Received.Refused(408, "the request did not arrive in time");
        }
    }

    private int firstByte(BooleanSupplier busy) throws IOException {
        while (true) {
            try {
                int read = in.read();
                if (read != '\r' && read != '\n') {
                    return read;
                }
            } catch (SocketTimeoutException e) {
                if (!busy.getAsBoolean()) {
                    return -1;
                }
            }
        }
    }

    private Received request(int first) throws IOException, Refusal {
        headerBytesLeft = limits.headerBytes();
        String line = (char) first + line();
        String[] parts = line.split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
            throw new Refusal(400, "no HTTP/1.1 request line");
        }
        List<Headers.Field> fields = new ArrayList<>();
        for (String field = line(); !field.isEmpty(); field = line()) {
            int colon = field.indexOf(':');
            if (colon < 1) {
                throw new Refusal(400, "a header line without a name");
            }
            fields.add(new Headers.Field(
                    field.substring(0, colon), field.substring(colon + 1).strip()));
        }
        Headers headers = new Headers(fields);
        return new Received.Request(new WireRequest(parts[0], parts[1], parts[2], headers, body(headers)));
    }

    private byte[] body(Headers headers) throws IOException, Refusal {
        boolean chunked = headers.has("Transfer-Encoding", "chunked");
        String length = headers.get("Content-Length");
        if (!chunked && length == null) {
            return new byte[0];
        }
        int known = chunked ? 0 : size(length, 10);
        if (headers.has("Expect", "100-continue")) {
            out.write(CONTINUE);
            out.flush();
        }
        return chunked ? chunks() : exactly(known);
    }

    private byte[] chunks() throws IOException, Refusal {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            headerBytesLeft = limits.headerBytes();
            String line = line();
            int extension = line.indexOf(';');
            int size = size(extension < 0 ? line : line.substring(0, extension), 16);
            if (size == 0) {
                while (!line().isEmpty()) {
                    // Trailers say nothing that is needed.
                }
                return body.toByteArray();
            }
            if (body.size() + size > limits.bodyBytes()) {
                throw tooLarge();
            }
            body.write(exactly(size));
            if (!line().isEmpty()) {
                throw new Refusal(400, "a chunk longer than it said");
            }
        }
    }

    private byte[] exactly(int size) throws IOException, Refusal {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new Refusal(400, "the body ended early");
        }
        return bytes;
    }

    private int size(@Nullable String text, int radix) throws Refusal {
        try {
            long size = Long.parseLong(text == null ? "" : text.strip().toLowerCase(Locale.ROOT), radix);
            if (size < 0) {
                throw new Refusal(400, "a negative length");
            }
            if (size > limits.bodyBytes()) {
                throw tooLarge();
            }
            return (int) size;
        } catch (NumberFormatException e) {
            throw new Refusal(400, "a length that is no number");
        }
    }

    private String line() throws IOException, Refusal {
        StringBuilder line = new StringBuilder(64);
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new Refusal(400, "the request ended early");
            }
            if (--headerBytesLeft < 0) {
                throw new Refusal(431, "header longer than " + limits.headerBytes() + " bytes");
            }
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    private Refusal tooLarge() {
        return new Refusal(413, "body longer than " + limits.bodyBytes() + " bytes");
    }

    /** Leaves the nested reads; turned into a value at once. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;
        private final String reason;

        Refusal(int status, String reason) {
            super(reason, null, false, false);
            this.status = status;
            this.reason = reason;
        }
    }
}
