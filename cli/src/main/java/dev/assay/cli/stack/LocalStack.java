package dev.assay.cli.stack;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneDefaults;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.scorer.Scorer;
import dev.assay.scorer.ScorerSettings;
import dev.assay.scorer.scoring.Scorers;
import dev.assay.worker.RouteSettings;
import dev.assay.worker.Worker;
import dev.assay.worker.WorkerSettings;
import dev.assay.worker.call.ProviderSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * A whole Assay in this process: broker, topics, scorer, worker, and a simulated provider for each source that is none.
 * What was started last is stopped first, so that a worker can still settle while it drains.
 */
public final class LocalStack implements AutoCloseable {
    private static final Duration READY_PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private final StackSettings settings;
    private final Scorers scorers;
    private final Clock clock;
    private final Listener listener;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final List<ProviderSimulator> simulators = new ArrayList<>();
    private KafkaSettings kafka = KafkaSettings.of("not started");
    private BooleanSupplier ready = () -> false;

    /** Is told what has started. */
    @FunctionalInterface
    public interface Listener {
        /** @param took how long its start took */
        void started(String what, Duration took);
    }

    private LocalStack(StackSettings settings, Scorers scorers, Clock clock, Listener listener) {
        this.settings = settings;
        this.scorers = scorers;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Starts it and returns when the worker and the scorer take work.
     *
     * @throws Trouble when something is in the way, such as another stack in the same state directory
     */
    public static LocalStack start(StackSettings settings, MeterRegistry meters, Clock clock, Listener listener) {
        return start(settings, Scorers.standard(), meters, clock, listener);
    }

    /** The same with other scorers than those that come with Assay. */
    public static LocalStack start(
            StackSettings settings, Scorers scorers, MeterRegistry meters, Clock clock, Listener listener) {
        LocalStack stack = new LocalStack(settings, scorers, clock, listener);
        try {
            stack.open(meters);
            return stack;
        } catch (IOException e) {
            stack.close();
            throw new Trouble(ExitCode.BAD_INPUT, "state directory " + settings.state() + ": " + e.getMessage(), "", e);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            stack.close();
            ExitCode code = Thread.currentThread().isInterrupted() ? ExitCode.INTERRUPTED : ExitCode.BAD_INPUT;
            throw new Trouble(code, "the local stack cannot start: " + e.getMessage(), "", e);
        } catch (RuntimeException | Error e) {
            stack.close();
            throw e;
        }
    }

    public KafkaSettings kafka() {
        return kafka;
    }

    /** The simulated providers, in the order of their sources. */
    public List<ProviderSimulator> simulators() {
        return List.copyOf(simulators);
    }

    /** Whether it takes work. */
    public boolean isReady() {
        return ready.getAsBoolean();
    }

    @Override
    public void close() {
        // An interrupt asked for the stop; the stop itself has to be able to wait.
        boolean wasInterrupted = Thread.interrupted();
        RuntimeException trouble = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                // The others are to be stopped all the same.
                trouble = trouble == null ? new IllegalStateException("a part did not stop: " + e, e) : trouble;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (trouble != null) {
            throw trouble;
        }
    }

    private void open(MeterRegistry meters) throws IOException {
        Files.createDirectories(settings.state());
        List<ProviderSettings> providers = new ArrayList<>();
        List<RouteSettings> routes = new ArrayList<>();
        for (int i = 0; i < settings.sources().size(); i++) {
            providers.add(provider(settings.sources().get(i)));
            routes.add(route(i));
        }
        if (settings.judge() != null && routes.size() < settings.routes().size()) {
            routes.add(RouteSettings.of(
                    LaneDefaults.JUDGE, settings.sources().getFirst().route(), settings.judge()));
        }
        startBroker();
        createTopics();
        Scorer scorer = timed(
                "scorer",
                () -> Scorer.start(
                        ScorerSettings.in(settings.state().resolve("scorer")), scorers, kafka, meters, clock));
        parts.push(scorer);
        WorkerSettings work = WorkerSettings.of(settings.served(), providers, routes)
                .withInFlight(settings.inFlight())
                .withDrainGrace(settings.drainGrace())
                .withBreaker(settings.breaker());
        Worker worker = timed("worker", () -> Worker.start(work, kafka, meters, clock));
        parts.push(worker);
        ready = () -> scorer.isReady() && worker.isReady();
        long start = clock.nanos();
        awaitReady();
        makeKnown();
        listener.started("ready", Duration.ofNanos(clock.nanos() - start));
    }

    private RouteSettings route(int number) {
        ModelSource source = settings.sources().get(number);
        RouteSettings route = RouteSettings.of(source.route(), source.route(), source.model());
        boolean isLast = number == settings.sources().size() - 1;
        return settings.isChain() && !isLast
                ? route.withThen(settings.sources().get(number + 1).route())
                : route;
    }

    private ProviderSettings provider(ModelSource source) {
        return switch (source) {
            case ModelSource.Endpoint endpoint ->
                ProviderSettings.of(endpoint.route(), endpoint.baseUrl(), endpoint.keyVariable(), null);
            case ModelSource.Simulated simulated -> {
                ProviderSimulator simulator = timed(
                        "simulated provider " + simulated.route(), () -> ProviderSimulator.start(simulated.settings()));
                parts.push(simulator);
                simulators.add(simulator);
                yield ProviderSettings.of(simulated.route(), simulator.baseUrl(), null, null);
            }
        };
    }

    private void startBroker() {
        Path data = settings.state().resolve("kafka");
        EmbeddedKafka broker = timed(
                "broker",
                () -> EmbeddedKafka.start(EmbeddedKafkaSettings.keptIn(data).withPort(settings.port())));
        parts.push(broker);
        kafka = new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), settings.topics());
    }

    /** Only now: whoever finds the record finds a stack that takes work. */
    private void makeKnown() throws IOException {
        new StackRecord(
                        kafka.bootstrap(),
                        settings.topics().prefix(),
                        settings.routes(),
                        ProcessHandle.current().pid())
                .write(settings.state());
        parts.push(() -> StackRecord.delete(settings.state()));
    }

    private void createTopics() {
        timed("topics", () -> {
            try (Admin admin = new KafkaClients(kafka).admin("assay-stack")) {
                return new TopicAdmin(admin)
                        .apply(TopicCatalogue.of(settings.topics(), settings.laneNames(), TopicSizes.LAPTOP), (short)
                                1);
            }
        });
    }

    private void awaitReady() {
        long start = clock.nanos();
        while (!isReady()) {
            if (clock.nanos() - start > READY_PATIENCE.toNanos()) {
                throw new IllegalStateException("not ready after " + READY_PATIENCE.toSeconds() + " s");
            }
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while starting");
            }
        }
    }

    private <T> T timed(String what, Supplier<T> start) {
        long begin = clock.nanos();
        T started = start.get();
        listener.started(what, Duration.ofNanos(clock.nanos() - begin));
        return started;
    }
}
