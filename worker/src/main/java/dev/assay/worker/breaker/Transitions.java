package dev.assay.worker.breaker;

/** Is told when a breaker changes its state, from within the call that changes it. */
interface Transitions {
    void changed(BreakerState from, BreakerState to, String why);
}
