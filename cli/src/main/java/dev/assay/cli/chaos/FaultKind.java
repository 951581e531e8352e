package dev.assay.cli.chaos;

import java.util.Locale;

/** Kinds of faults, by the names that {@code --faults} takes. */
public enum FaultKind {
    /** A worker, the scorer or the submitter is killed with SIGKILL and started again, one every interval. */
    KILL,
    /** One of them is frozen with SIGSTOP for longer than its session, and goes on as if nothing had been. */
    FREEZE,
    /** The broker is killed with SIGKILL, once, and started again on its data. */
    BROKER;

    /** The name on the command line and in records. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
