package dev.assay.worker.route;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the next attempt: the table's pause or the provider's word, each with its jitter. */
final class Backoff {
    private static final double SPREAD = 0.3;
    /** A hint is a floor: whoever came back sooner would be refused again, so it is only ever made longer. */
    private static final double HINT_SPREAD = 0.1;

    private Backoff() {}

    static Duration jittered(Duration pause, RandomGenerator random) {
        return scaled(pause, 1 - SPREAD + 2 * SPREAD * random.nextDouble());
    }

    static Duration afterHint(Duration hint, RandomGenerator random) {
        return scaled(hint, 1 + HINT_SPREAD * random.nextDouble());
    }

    private static Duration scaled(Duration pause, double factor) {
        return Duration.ofMillis(Math.round(pause.toMillis() * factor));
    }
}
