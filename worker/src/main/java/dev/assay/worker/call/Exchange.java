package dev.assay.worker.call;

import dev.assay.worker.failure.ResponseHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
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
    /** What OkHttp holds by itself, for what no cut reaches; 0 for no limit. */
    record Outer(int connectMillis, int mostMillis) {
        static final Outer NONE = new Outer(0, 0);
    }

    private static final ThreadLocal<Exchange> CURRENT = new ThreadLocal<>();
    private static final MediaType JSON = MediaType.get("application/json");

    /** Bytes of the request that are written between two looks at the limits. */
    private static final int PIECE = 16_384;

    private final RequestBody request;
    private final Map<String, String> headers;
    private final boolean withKey;
    private final @Nullable CallTimers timers;
    private final Outer outer;
    private final BooleanSupplier isTooLate;

    private boolean isConnected;
    private boolean sent;
    private boolean stale;
    private boolean late;
    private int status;
    private ResponseHeaders responseHeaders = ResponseHeaders.NONE;
    private final Reception reception;
    private @Nullable IOException broken;

    /**
     * @param request the body to send
     * @param headers headers to set
     * @param withKey whether the provider gets a key; without one the SDK's stand-in is taken off
     * @param timers the limits on it; null for an exchange that is answered here and now, and sends nothing
     * @param outer what OkHttp holds by itself beside them
     * @param isTooLate whether nothing may be sent any more
     */
    Exchange(
            RequestBody request,
            Map<String, String> headers,
            boolean withKey,
            int maxResponseBytes,
            @Nullable CallTimers timers,
            Outer outer,
            BooleanSupplier isTooLate) {
        this.request = request;
        this.headers = Map.copyOf(headers);
        this.withKey = withKey;
        this.timers = timers;
        this.outer = outer;
        this.isTooLate = isTooLate;
        this.reception = new Reception(maxResponseBytes);
    }

    /** An exchange that is answered here and now, and sends nothing. */
    static Exchange rehearsal() {
        return new Exchange(RequestBody.NONE, Map.of(), true, 0, null, Outer.NONE, CallRequest.NEVER_TOO_LATE);
    }

    /** Makes the call; within it, the interceptors act for this exchange. */
    void during(Runnable call) {
        CURRENT.set(this);
        try {
            call.run();
        } finally {
            CURRENT.remove();
            if (timers != null) {
                timers.stop();
            }
        }
    }

    /** Whether the request was, or began to be, sent. */
    boolean isSent() {
        return sent;
    }

    /** Whether nothing was sent because the connection that was kept for it is closed: another one may be tried. */
    boolean isStale() {
        return stale && !sent;
    }

    /** Whether nothing was sent because its time to begin was over when it was connected. */
    boolean isLate() {
        return late && !sent;
    }

    int status() {
        return status;
    }

    ResponseHeaders responseHeaders() {
        return responseHeaders;
    }

    /** What arrived of the response's body. */
    Reception reception() {
        return reception;
    }

    /** What broke the exchange; null when nothing did. */
    @Nullable
    IOException broken() {
        return broken;
    }

    /** Takes note of what broke it; a limit that cut it says more than the socket that it closed. */
    void breakOff(IOException cause) {
        IOException cut = timers == null ? null : timers.cutBy();
        broken = cut == null ? cause : cut;
    }

    /** Tells an exchange that its connection is a new one. */
    static EventListener connecting() {
        return new EventListener() {
            @Override
            public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
                Exchange exchange = CURRENT.get();
                if (exchange != null) {
                    exchange.isConnected = true;
                }
            }
        };
    }

    /** The exchange that this thread makes. */
    static Exchange current() {
        Exchange exchange = CURRENT.get();
        if (exchange == null) {
            throw new IllegalStateException("a call outside an exchange");
        }
        return exchange;
    }

    /** Outermost interceptor: sets the limits of this call, and answers a rehearsal. */
    static Response limited(Interceptor.Chain chain) throws IOException {
        Exchange exchange = current();
        if (exchange.timers == null) {
            return rehearsed(chain.request());
        }
        int most = exchange.outer.mostMillis();
        return chain.withConnectTimeout(exchange.outer.connectMillis(), TimeUnit.MILLISECONDS)
                .withReadTimeout(most, TimeUnit.MILLISECONDS)
                .withWriteTimeout(most, TimeUnit.MILLISECONDS)
                .proceed(chain.request());
    }

    /**
     * Innermost interceptor: sees each request that goes on the wire, and lets one pass; none on a kept connection that
     * the provider has closed meanwhile, of which OkHttp looks only at those that rested for 10 s.
     */
    static Response once(Interceptor.Chain chain) throws IOException {
        Exchange exchange = CURRENT.get();
        if (exchange == null || exchange.sent) {
            throw new IOException("a second request within one attempt");
        }
        Connection connection = chain.connection();
        if (!exchange.isConnected && connection != null && isStale(connection.socket())) {
            exchange.stale = true;
            throw new IOException("the kept connection was closed by the provider");
        }
        if (exchange.isTooLate.getAsBoolean()) {
            exchange.late = true;
            throw new IOException("its time to begin was over before it was connected");
        }
        exchange.sent = true;
        if (exchange.timers != null) {
            exchange.timers.writes();
        }
        return chain.proceed(chain.request());
    }

    /** Whether there is an end, or anything else, to read before a question was asked; the socket is closed then. */
    private static boolean isStale(Socket socket) throws IOException {
        int before = socket.getSoTimeout();
        socket.setSoTimeout(1);
        try {
            int ignored = socket.getInputStream().read();
            socket.close();
            return true;
        } catch (SocketTimeoutException e) {
            socket.setSoTimeout(before);
            return false;
        }
    }

    /**
     * Sends the exact request, and takes the exact response in.
     *
     * @param exact where to, with the SDK's headers
     * @return the status
     */
    int send(OkHttpClient http, Request.Builder exact) throws IOException {
        if (request.isStream()) {
            exact.header("Accept", "text/event-stream, application/json");
            // Compressed, events would come in bursts.
            exact.header("Accept-Encoding", "identity");
        }
        headers.forEach(exact::header);
        if (!withKey) {
            exact.removeHeader("Authorization");
        }
        if (timers == null) {
            try (Response rehearsed = http.newCall(exact.build()).execute()) {
                return rehearsed.code();
            }
        }
        Call call = http.newCall(exact.post(new OneShotBody(request, timers)).build());
        call.timeout().timeout(outer.mostMillis(), TimeUnit.MILLISECONDS);
        timers.start(call);
        try (Response response = call.execute()) {
            status = response.code();
            responseHeaders = headers(response.headers());
            ResponseBody body = response.body();
            MediaType type = body == null ? null : body.contentType();
            try {
                reception.take(
                        body == null ? InputStream.nullInputStream() : body.byteStream(), isStream(type), timers);
                if (reception.isBrokenStream()) {
                    // What a stream still sends after its error is generated for nobody.
                    call.cancel();
                }
            } catch (IOException e) {
                // Before the response is closed, which would read on for a while to save the connection.
                call.cancel();
                throw e;
            }
            return status;
        }
    }

    /** An event stream says so; of what was to be one, whatever does not say that it is JSON or a page is taken for it. */
    private boolean isStream(@Nullable MediaType type) {
        if (status < 200 || status > 299) {
            return false;
        }
        String subtype = type == null ? "" : type.subtype().toLowerCase(Locale.ROOT);
        return subtype.equals("event-stream")
                || (request.isStream() && !subtype.contains("json") && !subtype.contains("html"));
    }

    private static Response rehearsed(Request request) {
        return new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(200)
                .message("rehearsed")
                .body(ResponseBody.create("{}", JSON))
                .build();
    }

    private static ResponseHeaders headers(Headers headers) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < headers.size(); i++) {
            byName.putIfAbsent(headers.name(i), headers.value(i));
        }
        return new ResponseHeaders(byName);
    }

    /** A body that OkHttp may send once only, so that it repeats no request by itself. */
    private static final class OneShotBody extends okhttp3.RequestBody {
        private final RequestBody request;
        private final CallTimers timers;

        OneShotBody(RequestBody request, CallTimers timers) {
            this.request = request;
            this.timers = timers;
        }

        @Override
        public MediaType contentType() {
            return JSON;
        }

        @Override
        public long contentLength() {
            return request.bytes().length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            byte[] bytes = request.bytes();
            for (int from = 0; from < bytes.length; from += PIECE) {
                sink.write(bytes, from, Math.min(PIECE, bytes.length - from));
                timers.writes();
            }
            sink.flush();
            if (request.isStream()) {
                timers.awaitsFirstToken();
            } else {
                timers.reads();
            }
        }
    }
}
