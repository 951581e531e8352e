package dev.assay.sandbox.simulator;

import dev.assay.sandbox.answers.AnswerBook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the simulated provider behaves. A settings file may leave out anything: it then has the default told here.
 *
 * @param host address to listen on; 127.0.0.1
 * @param port 0 for a free one; 0
 * @param models models that it lists; {@code simulator-small} and {@code simulator-large}
 * @param anyModel whether it answers for any other model too, under the name asked for, instead of with 404; true
 * @param apiKeys keys that it knows; empty for any key or none. Each key is an account with its own limits
 * @param latency time to the first byte of a completion, see {@link Latency}; none
 * @param stream pace of streams; see {@link StreamPace}
 * @param limits the provider's limits; none
 * @param answers file of known questions; none
 * @param faults faults in force from the start; none
 * @param log what is written down of each call
 * @param idleTimeout how long an unused connection stays open; 75 s
 * @param maxBodyBytes longest request body; 16 MB
 * @param seed what its chances hang on; 1
 * @param tls its certificate, to be spoken to by HTTPS; none, for HTTP
 */
public record SimulatorSettings(
        String host,
        Integer port,
        List<String> models,
        Boolean anyModel,
        List<String> apiKeys,
        Latency latency,
        StreamPace stream,
        Limits limits,
        @Nullable Answers answers,
        List<FaultRule> faults,
        Log log,
        Duration idleTimeout,
        Integer maxBodyBytes,
        Long seed,
        @Nullable Tls tls) {
    private static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    /**
     * Questions whose right answers are known.
     *
     * @param file see {@link AnswerBook#load}
     * @param accuracy share answered rightly, 0 to 1; 1
     * @param seed decides which ones; 1
     */
    public record Answers(Path file, Double accuracy, Long seed) {
        public Answers {
            if (file == null) {
                throw new IllegalArgumentException("answers.file: missing");
            }
            accuracy = accuracy == null ? Double.valueOf(1) : accuracy;
            seed = seed == null ? Long.valueOf(1) : seed;
        }
    }

    /**
     * A certificate and its key.
     *
     * @param keyStore PKCS12 file
     * @param password of the file and the key
     */
    public record Tls(Path keyStore, String password) {
        public Tls {
            if (keyStore == null || password == null) {
                throw new IllegalArgumentException("tls: keyStore or password missing");
            }
        }
    }

    /**
     * What is written down of each call.
     *
     * @param capacity calls held in memory; 100,000
     * @param file JSON lines of all calls; none
     * @param bodies whether request bodies are kept; false
     */
    public record Log(Integer capacity, @Nullable Path file, Boolean bodies) {
        public Log {
            capacity = capacity == null ? Integer.valueOf(100_000) : capacity;
            bodies = bodies == null ? Boolean.FALSE : bodies;
            if (capacity < 1) {
                throw new IllegalArgumentException("log.capacity: " + capacity + " (expected: >= 1)");
            }
        }

        public static Log standard() {
            return new Log(100_000, null, false);
        }

        /** Keeps the requests' bodies too. */
        public static Log withBodies() {
            return new Log(100_000, null, true);
        }
    }

    public SimulatorSettings {
        host = host == null ? "127.0.0.1" : host;
        port = port == null ? Integer.valueOf(0) : port;
        models = models == null ? List.of("simulator-small", "simulator-large") : List.copyOf(models);
        anyModel = anyModel == null ? Boolean.TRUE : anyModel;
        apiKeys = apiKeys == null ? List.of() : List.copyOf(apiKeys);
        latency = latency == null ? Latency.NONE : latency;
        stream = stream == null ? StreamPace.standard() : stream;
        limits = limits == null ? Limits.NONE : limits;
        faults = faults == null ? List.of() : List.copyOf(faults);
        log = log == null ? Log.standard() : log;
        idleTimeout = idleTimeout == null ? Duration.ofSeconds(75) : idleTimeout;
        maxBodyBytes = maxBodyBytes == null ? Integer.valueOf(MAX_BODY_BYTES) : maxBodyBytes;
        seed = seed == null ? Long.valueOf(1) : seed;
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535; 0 for a free one)");
        }
        if (idleTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("idleTimeout: " + idleTimeout + " (expected: >= 1 ms)");
        }
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes: " + maxBodyBytes + " (expected: >= 1)");
        }
    }

    /** Answers at once, without limits and faults, on a free port. */
    public static SimulatorSettings standard() {
        return new SimulatorSettings(
                "127.0.0.1",
                0,
                List.of("simulator-small", "simulator-large"),
                true,
                List.of(),
                Latency.NONE,
                StreamPace.standard(),
                Limits.NONE,
                null,
                List.of(),
                Log.standard(),
                Duration.ofSeconds(75),
                MAX_BODY_BYTES,
                1L,
                null);
    }

    public SimulatorSettings withPort(int wanted) {
        return with(draft -> draft.port = wanted);
    }

    /** Lists and knows these models only; others are answered with 404. */
    public SimulatorSettings withOnlyModels(String... wanted) {
        return with(draft -> {
            draft.models = List.of(wanted);
            draft.anyModel = false;
        });
    }

    public SimulatorSettings withApiKeys(String... wanted) {
        return with(draft -> draft.apiKeys = List.of(wanted));
    }

    public SimulatorSettings withLatency(Latency wanted) {
        return with(draft -> draft.latency = wanted);
    }

    public SimulatorSettings withStream(StreamPace wanted) {
        return with(draft -> draft.stream = wanted);
    }

    public SimulatorSettings withLimits(Limits wanted) {
        return with(draft -> draft.limits = wanted);
    }

    public SimulatorSettings withAnswers(Path file, double accuracy, long answerSeed) {
        return with(draft -> draft.answers = new Answers(file, accuracy, answerSeed));
    }

    public SimulatorSettings withFaults(FaultRule... wanted) {
        return with(draft -> draft.faults = List.of(wanted));
    }

    public SimulatorSettings withLog(Log wanted) {
        return with(draft -> draft.log = wanted);
    }

    public SimulatorSettings withIdleTimeout(Duration wanted) {
        return with(draft -> draft.idleTimeout = wanted);
    }

    public SimulatorSettings withTls(Path keyStore, String password) {
        return with(draft -> draft.tls = new Tls(keyStore, password));
    }

    /** With other chances. */
    public SimulatorSettings withSeed(long wanted) {
        return with(draft -> draft.seed = wanted);
    }

    private SimulatorSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** What may differ in a copy. */
    private final class Draft {
        private Integer port;
        private List<String> models;
        private Boolean anyModel;
        private List<String> apiKeys;
        private Latency latency;
        private StreamPace stream;
        private Limits limits;
        private @Nullable Answers answers;
        private List<FaultRule> faults;
        private Log log;
        private Duration idleTimeout;
        private Long seed;
        private @Nullable Tls tls;

        private Draft(SimulatorSettings from) {
            port = from.port;
            models = from.models;
            anyModel = from.anyModel;
            apiKeys = from.apiKeys;
            latency = from.latency;
            stream = from.stream;
            limits = from.limits;
            answers = from.answers;
            faults = from.faults;
            log = from.log;
            idleTimeout = from.idleTimeout;
            seed = from.seed;
            tls = from.tls;
        }

        private SimulatorSettings settings() {
            return new SimulatorSettings(
                    host,
                    port,
                    models,
                    anyModel,
                    apiKeys,
                    latency,
                    stream,
                    limits,
                    answers,
                    faults,
                    log,
                    idleTimeout,
                    maxBodyBytes,
                    seed,
                    tls);
        }
    }
}
