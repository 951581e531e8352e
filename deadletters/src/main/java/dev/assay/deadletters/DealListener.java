package dev.assay.deadletters;

import java.time.Duration;

/** Is told how dealing with dead letters goes on, on the thread that does it. */
public interface DealListener {
    DealListener NONE = new DealListener() {};

    /** A transaction was committed; the tally counts what is done so far. */
    default void written(Tally tally) {}

    /** There is no room in a lane, and some is waited for. */
    default void waiting(long depth, long bound, Duration waited) {}

    /** The cluster lost the thread; it goes on from what was committed. */
    default void reconnecting(String reason) {}
}
