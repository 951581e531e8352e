package dev.assay.worker.breaker;

/** A call's right to go on, given back once. */
public final class Permit {
    private final Breaker breaker;
    private final long enteredNanos;
    private final int generation;
    private final boolean probe;
    private boolean left;

    Permit(Breaker breaker, long enteredNanos, int generation, boolean probe) {
        this.breaker = breaker;
        this.enteredNanos = enteredNanos;
        this.generation = generation;
        this.probe = probe;
    }

    Breaker breaker() {
        return breaker;
    }

    long enteredNanos() {
        return enteredNanos;
    }

    int generation() {
        return generation;
    }

    boolean isProbe() {
        return probe;
    }

    /**
     * @throws IllegalStateException when it was given back before, or belongs elsewhere
     */
    void giveBack(Breaker to) {
        if (left || breaker != to) {
            throw new IllegalStateException(left ? "given back twice" : "given to another breaker");
        }
        left = true;
    }
}
