package dev.assay.worker.breaker;

/** What a breaker does with calls. The order is that of the gauge's values. */
public enum BreakerState {
    /** It lets all through. */
    CLOSED,
    /** It lets none through. */
    OPEN,
    /** It lets a few probes through. */
    HALF_OPEN,
    /** It lets more and more through. */
    RAMPING
}
