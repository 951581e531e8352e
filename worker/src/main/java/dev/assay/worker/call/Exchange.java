package dev.assay.worker.call;

import dev.assay.worker.failure.BodyTooLargeException;
import dev.assay.worker.failure.ResponseHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP exchange as it was on the wire. The SDK prints and parses bodies, and of error bodies keeps one node or
 * nothing; so its request body is replaced by the bytes given, and status, headers and body are kept as they came. It
 * belongs to the thread that makes the call, on which OkHttp runs its interceptors.
 */
final class Exchange {
    private static final ThreadLocal<Exchange> CURRENT = new ThreadLocal<>();
    private static final MediaType JSON = MediaType.get("application/json");

    private final byte[] request;
    private final Map<String, String> headers;
    private final boolean withKey;
    private final int maxResponseBytes;

    private boolean isRehearsal;
    private boolean sent;
    private int status;
    private ResponseHeaders responseHeaders = ResponseHeaders.NONE;
    private byte @Nullable [] body;
    private @Nullable IOException broken;

    /**
     * @param request the body to send
     * @param headers headers to set
     * @param withKey whether the provider gets a key; without one the SDK's stand-in is taken off
     */
    Exchange(byte[] request, Map<String, String> headers, boolean withKey, int maxResponseBytes) {
        this.request = request;
        this.headers = Map.copyOf(headers);
        this.withKey = withKey;
        this.maxResponseBytes = maxResponseBytes;
    }

    /** An exchange that is answered here and now, and sends nothing. */
    static Exchange rehearsal() {
        Exchange exchange = new Exchange(new byte[0], Map.of(), true, 0);
        exchange.isRehearsal = true;
        return exchange;
    }

    /** Makes the call; within it, the interceptors act for this exchange. */
    void during(Runnable call) {
        CURRENT.set(this);
        try {
            call.run();
        } finally {
            CURRENT.remove();
        }
    }

    /** Whether the request was, or began to be, sent. */
    boolean isSent() {
        return sent;
    }

    int status() {
        return status;
    }

    ResponseHeaders responseHeaders() {
        return responseHeaders;
    }

    /** The whole body; null when none arrived whole. */
    byte @Nullable [] body() {
        return body;
    }

    /** What broke the exchange; null when nothing did. */
    @Nullable
    IOException broken() {
        return broken;
    }

    /** Takes note of what broke it. */
    void breakOff(IOException cause) {
        broken = cause;
    }

    /** Outermost interceptor: puts the exact request in, and takes the exact response out. */
    static Response exact(Interceptor.Chain chain) throws IOException {
        Exchange exchange = CURRENT.get();
        if (exchange == null) {
            throw new IllegalStateException("a call outside an exchange");
        }
        return exchange.run(chain);
    }

    /** Innermost interceptor: sees each request that goes on the wire, and lets one pass. */
    static Response once(Interceptor.Chain chain) throws IOException {
        Exchange exchange = CURRENT.get();
        if (exchange == null || exchange.sent) {
            throw new IOException("a second request within one attempt");
        }
        exchange.sent = true;
        return chain.proceed(chain.request());
    }

    private Response run(Interceptor.Chain chain) throws IOException {
        Request.Builder exact = chain.request().newBuilder().post(new OneShotBody(request));
        headers.forEach(exact::header);
        if (!withKey) {
            exact.removeHeader("Authorization");
        }
        if (isRehearsal) {
            return rehearsed(exact.build());
        }
        try (Response response = chain.proceed(exact.build())) {
            status = response.code();
            responseHeaders = headers(response.headers());
            ResponseBody received = response.body();
            byte[] bytes = received == null ? new byte[0] : read(received.byteStream());
            body = bytes;
            MediaType type = received == null ? null : received.contentType();
            return response.newBuilder().body(ResponseBody.create(bytes, type)).build();
        }
    }

    private Response rehearsed(Request request) {
        byte[] empty = "{}".getBytes(StandardCharsets.UTF_8);
        body = empty;
        return new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(200)
                .message("rehearsed")
                .body(ResponseBody.create(empty, JSON))
                .build();
    }

    private byte[] read(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8_192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            if (out.size() + n > maxResponseBytes) {
                throw new BodyTooLargeException(maxResponseBytes);
            }
            out.write(buffer, 0, n);
        }
        return out.toByteArray();
    }

    private static ResponseHeaders headers(Headers headers) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < headers.size(); i++) {
            byName.putIfAbsent(headers.name(i), headers.value(i));
        }
        return new ResponseHeaders(byName);
    }

    /** A body that OkHttp may send once only, so that it repeats no request by itself. */
    private static final class OneShotBody extends RequestBody {
        private final byte[] bytes;

        OneShotBody(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public MediaType contentType() {
            return JSON;
        }

        @Override
        public long contentLength() {
            return bytes.length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.write(bytes);
        }
    }
}
