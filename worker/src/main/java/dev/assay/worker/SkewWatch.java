package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Job;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says, once a minute at most, that jobs come from the future: this host's clock is behind the submitter's. */
final class SkewWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SkewWatch.class);
    private static final Duration TOLERATED = Duration.ofSeconds(2);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

    private final Clock clock;
    private final AtomicLong quietUntil;

    SkewWatch(Clock clock) {
        this.clock = clock;
        this.quietUntil = new AtomicLong(clock.nanos());
    }

    void look(Job job) {
        Duration skew = Duration.between(clock.now(), job.getEnqueuedAt());
        long until = quietUntil.get();
        long now = clock.nanos();
        if (skew.compareTo(TOLERATED) > 0 && now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE_NANOS)) {
            LOG.atWarn()
                    .addKeyValue("skewMillis", skew.toMillis())
                    .log("this host's clock is behind the submitter's; deadlines count from the enqueueing");
        }
    }
}
