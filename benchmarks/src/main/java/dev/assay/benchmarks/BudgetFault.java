package dev.assay.benchmarks;

/** What goes wrong while it is measured whether budgets hold. */
public enum BudgetFault {
    /** A worker is killed with SIGKILL every 20 seconds, each in its turn, and started again. */
    KILL,
    /** A worker is frozen with SIGSTOP for a minute, or a third of the time, and goes on then. */
    FREEZE,
    /** The worker that keeps the budget is killed, three times. */
    OWNER,
    /** Each worker is told to stop and started again, one after the other. */
    ROLLING,
    /** Answers have four times the output that was reserved. */
    OUTPUT,
    /** One answer in ten says nothing of its usage. */
    USAGE;

    /** Whether workers are missing meanwhile, so that less of the limit can be used. */
    boolean isOfWorkers() {
        return switch (this) {
            case KILL, FREEZE, OWNER, ROLLING -> true;
            case OUTPUT, USAGE -> false;
        };
    }
}
