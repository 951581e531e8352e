package dev.assay.worker.breaker;

/** What a breaker does with calls. */
public enum BreakerState {
    /** It lets all through. */
    CLOSED(0),
    /** It lets none through. */
    OPEN(1),
    /** It lets a few probes through. */
    HALF_OPEN(2),
    /** It lets more and more through. */
    RAMPING(3);

    private final int number;

    BreakerState(int number) {
        this.number = number;
    }

    /** What the gauge shows. */
    public int number() {
        return number;
    }
}
