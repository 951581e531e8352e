package dev.assay.benchmarks;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneReader;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Reads a lane's depth as often as it can, and keeps the deepest. */
final class DepthGauge implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final KafkaClients clients;
    private final String lane;
    private final Clock clock;
    private final AtomicLong now = new AtomicLong();
    private final AtomicLong deepest = new AtomicLong();
    private final AtomicLong readings = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;

    private DepthGauge(KafkaClients clients, String lane, Clock clock) {
        this.clients = clients;
        this.lane = lane;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("depth-gauge").daemon().unstarted(this::watch);
    }

    static DepthGauge start(KafkaClients clients, String lane, Clock clock) {
        DepthGauge gauge = new DepthGauge(clients, lane, clock);
        gauge.thread.start();
        return gauge;
    }

    long now() {
        return now.get();
    }

    long deepest() {
        return deepest.get();
    }

    long readings() {
        return readings.get();
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join(Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try (Admin admin = clients.admin("depth-gauge")) {
            LaneReader reader = new LaneReader(admin, clients.settings().topics(), lane);
            while (!closing) {
                try {
                    now.set(reader.read().unfinished());
                    deepest.accumulateAndGet(now.get(), Math::max);
                    readings.incrementAndGet();
                } catch (KafkaException e) {
                    // A reading that failed says nothing.
                }
                clock.pause(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
