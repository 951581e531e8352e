package dev.assay.worker.simulation;

import java.time.Duration;

/** A job in the simulated worker. */
final class SimJob {
    /** How long the batch lane lets a job wait with its slot. */
    private static final Duration ENTRY = Duration.ofSeconds(30);

    /** The batch lane's. */
    private static final Duration MAX_AGE = Duration.ofHours(24);

    private final long arrivedAt;
    private Conduct conduct;
    private Duration entryLeft = ENTRY;
    private int calls;

    SimJob(long arrivedAt, Conduct conduct) {
        this.arrivedAt = arrivedAt;
        this.conduct = conduct;
    }

    Conduct conduct() {
        return conduct;
    }

    Duration age(long now) {
        return Duration.ofNanos(now - arrivedAt);
    }

    Duration left(long now) {
        return MAX_AGE.minus(age(now));
    }

    Duration entryLeft() {
        return entryLeft;
    }

    void called() {
        calls++;
    }

    /** As {@code CallRequest} has it: a job that has lost two attempts leaves probing to others for a second, and so on. */
    Duration deference() {
        return Duration.ofSeconds(Math.max(calls - 1, 0));
    }

    void waited(Duration pause) {
        entryLeft = entryLeft.minus(pause);
    }

    /** It comes back from parking, where another worker may have taken it up. */
    void resume() {
        conduct = conduct.resumed();
        entryLeft = ENTRY;
    }
}
