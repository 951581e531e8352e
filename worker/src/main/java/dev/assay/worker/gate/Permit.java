package dev.assay.worker.gate;

import java.util.concurrent.atomic.AtomicBoolean;

/** The right to make one call, given back once with what the call brought. */
public final class Permit {
    private final Gates gates;
    private final String account;
    private final String model;
    private final Gate.Pass ofAccount;
    private final Gate.Pass ofModel;
    private final long ceilingRound;
    private final int clearings;
    private final boolean probe;
    private final AtomicBoolean settled = new AtomicBoolean();

    Permit(
            Gates gates,
            String account,
            String model,
            Gate.Pass ofAccount,
            Gate.Pass ofModel,
            long ceilingRound,
            int clearings,
            boolean probe) {
        this.gates = gates;
        this.account = account;
        this.model = model;
        this.ofAccount = ofAccount;
        this.ofModel = ofModel;
        this.ceilingRound = ceilingRound;
        this.clearings = clearings;
        this.probe = probe;
    }

    /**
     * Gives it back.
     *
     * @throws IllegalStateException when it was given back before
     */
    public void settle(Signal signal, Moment now) {
        if (!settled.compareAndSet(false, true)) {
            throw new IllegalStateException("a permit of " + account + "/" + model + " given back twice");
        }
        gates.settle(this, signal, now);
    }

    /** Whether it tries out a blocked account. */
    public boolean isProbe() {
        return probe;
    }

    String account() {
        return account;
    }

    String model() {
        return model;
    }

    Gate.Pass ofAccount() {
        return ofAccount;
    }

    Gate.Pass ofModel() {
        return ofModel;
    }

    long ceilingRound() {
        return ceilingRound;
    }

    int clearings() {
        return clearings;
    }
}
