package dev.assay.benchmarks;

/** What goes wrong while it is measured whether a lane's bound holds. */
public enum SlotsFault {
    /** A submitter is killed with SIGKILL in the middle, and started again later. */
    KILL,
    /** A submitter is frozen with SIGSTOP beyond every timeout, and goes on then. */
    FREEZE
}
