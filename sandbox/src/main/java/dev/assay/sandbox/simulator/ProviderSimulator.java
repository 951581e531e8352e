package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.sandbox.wire.WireLimits;
import dev.assay.sandbox.wire.WireServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider that is none: it speaks OpenAI's chat completions over HTTP/1.1, answers from a book or says that no
 * model was asked, keeps limits, fails as told, and writes down every call.
 *
 * <pre>{@code
 * try (ProviderSimulator provider = ProviderSimulator.start(SimulatorSettings.standard())) {
 *     provider.faults().add(FaultRule.of("status=503").forShare(0.2));
 *     // ask provider.baseUrl() + "/chat/completions"
 *     provider.requestLog().callsPerJob();
 * }
 * }</pre>
 */
public final class ProviderSimulator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderSimulator.class);
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final int HEADER_BYTES = 64 * 1024;
    private static final int CONNECTIONS = 10_000;

    private final WireServer server;
    private final String origin;
    private final FaultBoard faults;
    private final RequestLog log;
    private final AnswerBook book;

    private ProviderSimulator(WireServer server, String origin, FaultBoard faults, RequestLog log, AnswerBook book) {
        this.server = server;
        this.origin = origin;
        this.faults = faults;
        this.log = log;
        this.book = book;
    }

    /**
     * Starts it with the answers that the settings name.
     *
     * @throws IllegalArgumentException when the file of answers cannot be used
     * @throws UncheckedIOException when the port is taken
     */
    public static ProviderSimulator start(SimulatorSettings settings) {
        SimulatorSettings.Answers answers = settings.answers();
        AnswerBook book = answers == null
                ? AnswerBook.empty()
                : AnswerBook.load(answers.file(), answers.accuracy(), answers.seed());
        return start(settings, book);
    }

    /** Starts it with answers made elsewhere. */
    public static ProviderSimulator start(SimulatorSettings settings, AnswerBook book) {
        return start(settings, book, Clock.system());
    }

    static ProviderSimulator start(SimulatorSettings settings, AnswerBook book, Clock clock) {
        FaultBoard faults = new FaultBoard(clock, settings.seed());
        faults.replace(settings.faults());
        SimulatorSettings.Log kept = settings.log();
        RequestLog log = new RequestLog(kept.capacity(), kept.file() == null ? null : new LogFile(kept.file()));
        ChatHandler chat = new ChatHandler(
                settings,
                new Author(book, settings.seed(), clock),
                new Limiter(settings.limits(), clock),
                faults,
                log,
                clock);
        FrontDoor door = new FrontDoor(settings, chat, new AdminHandler(faults, log, book));
        WireLimits limits = new WireLimits(HEADER_BYTES, settings.maxBodyBytes(), CONNECTIONS, settings.idleTimeout());
        try {
            InetAddress address = InetAddress.getAllByName(settings.host())[0];
            SimulatorSettings.Tls tls = settings.tls();
            WireServer server = tls == null
                    ? WireServer.start(address, settings.port(), limits, door)
                    : WireServer.start(SecureListener.open(tls, address, settings.port()), limits, door);
            String origin = (tls == null ? "http://" : "https://") + settings.host() + ":" + server.port();
            return new ProviderSimulator(server, origin, faults, log, book);
        } catch (IOException e) {
            log.close();
            throw new UncheckedIOException("the simulator cannot start: " + e.getMessage(), e);
        }
    }

    /** Base URL for clients, such as {@code http://127.0.0.1:8089/v1}. */
    public String baseUrl() {
        return origin + "/v1";
    }

    public int port() {
        return server.port();
    }

    /** The faults in force; may be changed at any time. */
    public FaultBoard faults() {
        return faults;
    }

    public RequestLog requestLog() {
        return log;
    }

    /** The answers that it knows. */
    public AnswerBook answers() {
        return book;
    }

    /** Breaks what is under way, writes it down and stops. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the simulator cannot close its port", e);
        } finally {
            awaitCallsInHand();
            log.close();
        }
    }

    private void awaitCallsInHand() {
        try {
            if (!log.await(counts -> counts.inFlight() == 0, DRAIN)) {
                LOG.warn(
                        "{} calls are not written down: they did not end in time",
                        log.counts().inFlight());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
