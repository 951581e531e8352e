package dev.assay.worker.intake;

/** Why a delivery in hand is cut short. */
public enum Cut {
    /** Its run was cancelled: the job ends as CANCELLED. */
    RUN_CANCELLED,
    /** This worker drains or has lost the partition: the job is put back and runs elsewhere. */
    PUT_BACK
}
