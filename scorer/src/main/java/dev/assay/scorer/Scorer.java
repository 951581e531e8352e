package dev.assay.scorer;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.scoring.Scorers;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.common.Metric;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scorer: turns results into scores and run summaries until it is closed or fails.
 *
 * <pre>{@code
 * Scorer scorer = Scorer.start(ScorerSettings.in(stateDir), kafka, registry, Clock.system());
 * Runtime.getRuntime().addShutdownHook(new Thread(scorer::close));
 * Scorer.Stopped stopped = scorer.awaitStopped();
 * }</pre>
 */
public final class Scorer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Scorer.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(30);

    /** Why a scorer stopped. */
    public sealed interface Stopped {
        /** It was asked to. */
        record Closed() implements Stopped {}

        /** It could not go on; another scorer or a new start goes on from its last commit. */
        record Failed(String reason, Throwable cause) implements Stopped {}
    }

    private static final Stopped CLOSED = new Stopped.Closed();

    private final KafkaStreams streams;
    private final Restarts restarts;
    private final ScorerMeters meters;
    private final Clock clock;
    private final ReentrantLock failing = new ReentrantLock();
    private final AtomicReference<Stopped> end = new AtomicReference<>(CLOSED);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private Scorer(KafkaStreams streams, Restarts restarts, ScorerMeters meters, Clock clock) {
        this.streams = streams;
        this.restarts = restarts;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Starts it with the scorers that come with Assay and returns; it takes up work when it has joined its group and
     * restored its state.
     *
     * @throws IllegalStateException when topics are missing or do not match, or the cluster does not answer
     */
    public static Scorer start(ScorerSettings settings, KafkaSettings kafka, MeterRegistry registry, Clock clock) {
        return start(settings, Scorers.standard(), kafka, registry, clock);
    }

    /**
     * The same with other scorers, such as those of {@link dev.assay.scorer.scoring.ScorerPlugins}; all scorers of a group
     * need the same.
     *
     * @throws IllegalStateException when topics are missing or do not match, or the cluster does not answer
     */
    public static Scorer start(
            ScorerSettings settings, Scorers scorers, KafkaSettings kafka, MeterRegistry registry, Clock clock) {
        KafkaClients clients = new KafkaClients(kafka);
        Topics topics = kafka.topics();
        String lane = settings.judging().lane();
        if (!ScorerTopics.verify(clients, lane)) {
            LOG.atWarn()
                    .addKeyValue("topic", topics.jobs(lane))
                    .log("no judge is asked: the topic of their lane is missing; answers that need one wait for the"
                            + " scorer's next start");
            settings = settings.withJudges(0);
        }
        ScorerMeters meters = new ScorerMeters(registry);
        RecordSerdes serdes = new RecordSerdes(clients::valueSerializer, clients::valueDeserializer);
        Topology topology = ScorerTopology.of(topics, settings, serdes, meters, scorers);
        KafkaStreams streams = new KafkaStreams(topology, StreamsSettings.of(clients, settings));
        Scorer scorer = new Scorer(streams, new Restarts(settings.restarts()), meters, clock);
        scorer.open();
        return scorer;
    }

    private void open() {
        streams.setUncaughtExceptionHandler(this::threadFailed);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.NOT_RUNNING || now == KafkaStreams.State.ERROR) {
                stopped.countDown();
            }
        });
        meters.watch(streams, running -> running.state() == KafkaStreams.State.RUNNING ? 1 : 0, Scorer::lag);
        streams.start();
    }

    /** Whether it works: it has its partitions and their state. */
    public boolean isReady() {
        return streams.state() == KafkaStreams.State.RUNNING;
    }

    /**
     * Stops it: it commits what it has done, leaves its group, and others take over. Waits until that is done.
     *
     * @return whether it was done in time; if not it goes on in the background
     */
    public boolean close(Duration patience) {
        closing.countDown();
        boolean done = streams.close(CloseOptions.timeout(patience)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        if (done) {
            stopped.countDown();
        }
        return done;
    }

    @Override
    public void close() {
        if (!close(CLOSE_PATIENCE)) {
            LOG.atError().log("scorer does not stop");
        }
    }

    /** Waits until it has stopped, closed or failed. */
    public Stopped awaitStopped() throws InterruptedException {
        stopped.await();
        return end.get();
    }

    /** Decides what becomes of the scorer after one of its threads failed; runs on that thread, which is at its end. */
    private StreamThreadExceptionResponse threadFailed(Throwable cause) {
        Optional<Duration> pause;
        failing.lock();
        try {
            pause = restarts.afterFailure(clock.nanos());
        } finally {
            failing.unlock();
        }
        if (pause.isEmpty() || isClosingWithin(pause.get())) {
            if (pause.isEmpty()) {
                LOG.atError().setCause(cause).log("scorer stops: its threads failed too often");
                end.set(new Stopped.Failed(reason(cause), cause));
            }
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.atWarn().setCause(cause).log("a stream thread failed and is replaced");
        meters.restarted();
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private boolean isClosingWithin(Duration pause) {
        try {
            return closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    private static double lag(KafkaStreams streams) {
        double most = 0;
        for (Metric metric : streams.metrics().values()) {
            if (metric.metricName().name().equals("records-lag-max") && metric.metricValue() instanceof Double lag) {
                most = Math.max(most, lag.isNaN() ? 0 : lag);
            }
        }
        return most;
    }
}
