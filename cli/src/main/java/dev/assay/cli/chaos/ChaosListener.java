package dev.assay.cli.chaos;

import java.time.Duration;

/** Is told how a chaos run goes, on its one thread. */
public interface ChaosListener {
    /** Broker, provider, workers and scorer take work. */
    void opened(Duration took);

    /** A fault was done. */
    void did(String words, long unfinished);

    /** A process ended that nobody had killed. */
    void ended(String words);

    /**
     * How far the run is; many times a second.
     *
     * @param elapsed since the submit was started
     */
    void turn(Duration elapsed, long enqueued, long answered, long counted);
}
