package dev.assay.testkit;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at a lane's depth again and again while a scenario runs, and keeps the deepest. */
final class DepthWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DepthWatch.class);
    private static final long INTERVAL_MILLIS = 500;

    private final AtomicLong deepest = new AtomicLong();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private DepthWatch(KafkaClients clients, String lane) {
        thread = Thread.ofPlatform().name("depth-watch").daemon().unstarted(() -> watch(clients, lane));
    }

    static DepthWatch start(KafkaClients clients, String lane) {
        DepthWatch watch = new DepthWatch(clients, lane);
        watch.thread.start();
        return watch;
    }

    long deepest() {
        return deepest.get();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(KafkaClients clients, String lane) {
        try {
            do {
                try {
                    deepest.accumulateAndGet(LaneReader.read(clients, lane).unfinished(), Math::max);
                } catch (RuntimeException e) {
                    // A broker that is down for a moment is part of some scenarios.
                    LOG.info("depth of {} not read: {}", lane, e.getMessage());
                }
            } while (!closed.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
