package dev.assay.worker.failure;

/** What kind of waiting helps against a limit. */
public enum WaitClass {
    /** None does, or none is needed. */
    NONE,
    /** Seconds to a few minutes. */
    SHORT,
    /** A day's quota, or a window of hours: no slot is held meanwhile. */
    LONG,
    /** Time does not help; fewer calls at once do. */
    CONCURRENCY
}
