package dev.assay.worker.intake;

import java.time.Duration;
import java.util.List;

/**
 * How long a job that was put back waits before this worker tries it again. It holds no slot meanwhile, so a handler
 * that always fails neither spins nor stops its partition; a job whose handling breaks off more often than there are
 * pauses is dead-lettered.
 */
final class Setbacks {
    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(60));

    private Setbacks() {}

    /**
     * @param times how often it was put back, this time included
     */
    static Duration pause(int times) {
        return PAUSES.get(Math.min(times, PAUSES.size()) - 1);
    }

    /**
     * @param times how often its handling ended with an unexpected exception
     */
    static boolean isTooOften(int times) {
        return times > PAUSES.size();
    }
}
