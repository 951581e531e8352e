package dev.assay.worker.breaker;

import dev.assay.runtime.Clock;
import dev.assay.worker.meters.BreakerMeters;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker's breakers, one for each model of each provider, made when the model is first asked. For all threads. */
public final class Breakers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);

    private final BreakerSettings settings;
    private final BreakerMeters meters;
    private final Clock clock;
    private final Map<Model, Guarded> breakers = new ConcurrentHashMap<>();

    private record Model(String provider, String name) {}

    public Breakers(BreakerSettings settings, BreakerMeters meters, Clock clock) {
        this.settings = settings;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Lets a call of a configured model through or refuses it.
     *
     * @param deference how long it leaves probing to others
     */
    public Entry enter(String provider, String model, Duration deference) {
        Entry entry = guarded(provider, model).enter(deference);
        if (entry instanceof Entry.Refused) {
            meters.refused(provider, model);
        }
        return entry;
    }

    /**
     * Takes the permit of a call back that {@link #enter} let through for that model.
     *
     * @param waited how long the call waited for others since
     */
    public void leave(String provider, String model, Permit permit, Outcome outcome, Duration waited) {
        guarded(provider, model).leave(permit, outcome, waited);
    }

    /** Whether a model is left alone at present. */
    public boolean isOpen(String provider, String model) {
        return guarded(provider, model).status().state() == BreakerState.OPEN;
    }

    /** How they all stand, by provider and model. */
    public List<BreakerStatus> statuses() {
        return breakers.values().stream()
                .map(Guarded::status)
                .sorted(Comparator.comparing(BreakerStatus::provider).thenComparing(BreakerStatus::model))
                .toList();
    }

    /** Takes their gauges back. */
    @Override
    public void close() {
        breakers.values().forEach(breaker -> breaker.watch.run());
    }

    private Guarded guarded(String provider, String model) {
        return breakers.computeIfAbsent(new Model(provider, model), Guarded::new);
    }

    /** A breaker under its lock. */
    private final class Guarded {
        private final Model model;
        private final ReentrantLock lock = new ReentrantLock();
        private final Breaker breaker;
        private final Runnable watch;

        Guarded(Model model) {
            this.model = model;
            breaker = new Breaker(settings, clock.nanos(), this::changed);
            watch = meters.watch(
                    model.provider(), model.name(), () -> status().state().number());
        }

        Entry enter(Duration deference) {
            lock.lock();
            try {
                return breaker.enter(clock.nanos(), deference);
            } finally {
                lock.unlock();
            }
        }

        void leave(Permit permit, Outcome outcome, Duration waited) {
            lock.lock();
            try {
                breaker.leave(permit, outcome, waited.toNanos(), clock.nanos());
            } finally {
                lock.unlock();
            }
        }

        BreakerStatus status() {
            lock.lock();
            try {
                Instant now = clock.now();
                long nanos = clock.nanos();
                Optional<Instant> until = breaker.state() == BreakerState.OPEN
                        ? Optional.of(now.plus(Duration.ofNanos(breaker.untilNanos() - nanos)))
                        : Optional.empty();
                return new BreakerStatus(
                        model.provider(),
                        model.name(),
                        breaker.state(),
                        now.minus(Duration.ofNanos(nanos - breaker.sinceNanos())),
                        until,
                        breaker.reason());
            } finally {
                lock.unlock();
            }
        }

        private void changed(BreakerState from, BreakerState to, String why) {
            meters.changed(model.provider(), model.name(), to.name());
            LOG.atInfo()
                    .addKeyValue("provider", model.provider())
                    .addKeyValue("model", model.name())
                    .log("breaker {} -> {}: {}", from, to, why);
        }
    }
}
