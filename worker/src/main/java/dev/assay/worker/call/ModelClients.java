package dev.assay.worker.call;

import static java.util.Objects.requireNonNull;

import com.openai.client.OpenAIClient;
import com.openai.client.OpenAIClientImpl;
import com.openai.core.ClientOptions;
import com.openai.core.LogLevel;
import com.openai.core.http.HttpResponse;
import com.openai.errors.OpenAIException;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/**
 * The providers' clients: openai-java over one OkHttp client, so that providers share a pool. Whatever would send a
 * request again behind the caller's back is off: one attempt is one HTTP request.
 */
public final class ModelClients implements AutoCloseable {
    /** Shorter than servers keep idle connections, or a call would fail on one that is closed already. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(4);

    private static final String NO_KEY = "none";

    /** What OkHttp waits longer than the limits, which {@link CallTimers} holds: for what no cut reaches. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final OkHttpClient http;
    private final List<OpenAIClient> roots = new ArrayList<>();
    private final Map<String, Provider> providers = new HashMap<>();
    private final ScheduledThreadPoolExecutor timers;
    /** By model. */
    private final Map<String, ChatCompletionCreateParams> standIns = new ConcurrentHashMap<>();

    private final int maxIdle;
    private final int maxResponseBytes;

    private record Provider(ProviderSettings settings, OpenAIClient client, boolean withKey) {}

    /**
     * @param maxIdle most idle connections kept
     * @param maxResponseBytes longest response body that is read
     */
    public ModelClients(List<ProviderSettings> settings, ProviderKeys keys, int maxIdle, int maxResponseBytes) {
        this.maxIdle = maxIdle;
        this.maxResponseBytes = maxResponseBytes;
        http = new OkHttpClient.Builder()
                .connectionPool(new ConnectionPool(maxIdle, KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS))
                // A call has its connection for itself, so that cutting it closes the socket.
                .protocols(List.of(Protocol.HTTP_1_1))
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .eventListener(Exchange.connecting())
                .addInterceptor(Exchange::limited)
                .addNetworkInterceptor(Exchange::once)
                .build();
        timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("call-timers").factory());
        timers.setRemoveOnCancelPolicy(true);
        // Calls that are still under way when their clients are closed are cut by their own end.
        timers.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        Map<Optional<Path>, OpenAIClient> byTrust = new HashMap<>();
        for (ProviderSettings provider : settings) {
            OpenAIClient root = byTrust.computeIfAbsent(Optional.ofNullable(provider.trustStore()), this::root);
            String key = keys.of(provider.name()).orElse(NO_KEY);
            OpenAIClient client = root.withOptions(
                    options -> options.baseUrl(provider.baseUrl()).apiKey(key));
            boolean withKey = keys.of(provider.name()).isPresent();
            providers.put(provider.name(), new Provider(provider, client, withKey));
        }
    }

    private OpenAIClient root(Optional<Path> trustStore) {
        OkHttpClient trusting = trustStore
                .map(TrustedAuthorities::read)
                .map(trusted -> http.newBuilder()
                        .sslSocketFactory(trusted.sockets(), trusted.manager())
                        .build())
                .orElse(http);
        OpenAIClient root = new OpenAIClientImpl(ClientOptions.builder()
                .httpClient(new Transport(trusting))
                .apiKey(NO_KEY)
                .maxRetries(0)
                .disableTelemetry(true)
                // Bodies and headers are not for logs, whatever OPENAI_LOG says.
                .logLevel(LogLevel.OFF)
                .build());
        roots.add(root);
        return root;
    }

    ProviderSettings settings(String provider) {
        return provider(provider).settings();
    }

    /**
     * Makes one HTTP request and reads its response. A kept connection that turns out to be closed before anything was
     * sent on it is no request; the next one is taken. What came, or what broke it, is in the exchange; nothing is
     * thrown for a failure of the provider or the network.
     *
     * @param body the exact request body
     * @param total limit on all of it
     */
    Exchange post(CallRequest request, RequestBody body, Duration total) {
        Candidate candidate = request.candidate();
        Provider provider = provider(candidate.provider());
        Map<String, String> headers = new HashMap<>(provider.settings().headers());
        headers.put("Idempotency-Key", request.idempotencyKey());
        LaneDefaults limits = request.limits();
        Duration last = total.plus(GRACE);
        Exchange.Outer outer =
                new Exchange.Outer(millis(shorter(limits.connect().plus(GRACE), last)), millis(last));
        Exchange exchange;
        int closed = 0;
        do {
            CallTimers limited = new CallTimers(limits(request, total), timers, Clock.system());
            exchange = new Exchange(
                    body, headers, provider.withKey(), maxResponseBytes, limited, outer, request.isTooLate());
            run(exchange, provider, candidate.model());
        } while (exchange.isStale() && closed++ < maxIdle);
        return exchange;
    }

    private static CallTimers.Limits limits(CallRequest request, Duration total) {
        LaneDefaults limits = request.limits();
        Duration extra = request.extraWait();
        return new CallTimers.Limits(
                limits.connect(),
                limits.read().plus(extra),
                limits.firstToken().plus(extra),
                limits.idle().plus(extra),
                total);
    }

    /**
     * Rehearses a call to each provider without sending it. The SDK takes seconds to load its classes, which would be
     * taken from the first jobs' time.
     */
    public void rehearse() {
        for (Provider provider : providers.values()) {
            run(Exchange.rehearsal(), provider, "rehearsal");
        }
    }

    @Override
    public void close() {
        roots.forEach(OpenAIClient::close);
        timers.shutdownNow();
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }

    private void run(Exchange exchange, Provider provider, String model) {
        ChatCompletionCreateParams stand = standIns.computeIfAbsent(model, ModelClients::standIn);
        exchange.during(() -> {
            try (HttpResponse response =
                    provider.client().chat().completions().withRawResponse().create(stand)) {
                requireNonNull(response);
            } catch (OpenAIException e) {
                requireKnown(exchange, e);
            }
        });
    }

    /** The SDK wants parameters of its own; the exchange sends the body instead. */
    private static ChatCompletionCreateParams standIn(String model) {
        return ChatCompletionCreateParams.builder()
                .model(model)
                .addUserMessage("")
                .build();
    }

    /**
     * What the SDK makes of a response that came whole is known already. Of a broken exchange its outermost I/O
     * exception tells most: it says timeout where the inner one only saw its socket close. Anything else is a bug.
     */
    private static void requireKnown(Exchange exchange, OpenAIException e) {
        if (exchange.reception().isWhole()) {
            return;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) {
                exchange.breakOff(io);
                return;
            }
        }
        throw e;
    }

    private Provider provider(String name) {
        Provider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("no provider " + name);
        }
        return provider;
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(Math.min(duration.toMillis(), Integer.MAX_VALUE));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
