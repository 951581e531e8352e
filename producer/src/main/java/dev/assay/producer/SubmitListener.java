package dev.assay.producer;

import java.time.Duration;

/** Is told how a submit goes on, on the thread that submits. An exception from it ends the submit, safely resumable. */
public interface SubmitListener {
    SubmitListener NONE = new SubmitListener() {};

    /** So many jobs have been read and found valid; called every thousand, and once at the end. */
    default void validated(long jobs) {}

    /** A bad line; it ends the submit, or is passed over where that was asked for. Called as each is read. */
    default void bad(Problem problem) {}

    /** An earlier submit enqueued so many of the jobs; this one goes on behind them. */
    default void resumed(long enqueued) {}

    /**
     * A chunk was committed.
     *
     * @param enqueued jobs of the run that are enqueued
     * @param total jobs of the input
     */
    default void enqueued(long enqueued, long total) {}

    /**
     * There is no room in the lane, and the submit waits for some.
     *
     * @param depth unfinished jobs of the lane
     * @param bound what they may be at most
     * @param waited how long the wait has been
     */
    default void waiting(long depth, long bound, Duration waited) {}

    /** The cluster lost the thread; the submit connects anew and goes on where the last commit was. */
    default void reconnecting(String reason) {}
}
