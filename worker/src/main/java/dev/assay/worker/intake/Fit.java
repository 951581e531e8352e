package dev.assay.worker.intake;

/** How much of what a job ended as is written, when all of it is larger than the cluster takes. */
public enum Fit {
    /** Everything. */
    WHOLE,
    /** Without the provider's response bytes. */
    WITHOUT_RESPONSE,
    /** What identifies the job and says how it ended. */
    BARE;

    /** The next smaller one; itself where there is none. */
    Fit smaller() {
        return switch (this) {
            case WHOLE -> WITHOUT_RESPONSE;
            case WITHOUT_RESPONSE, BARE -> BARE;
        };
    }
}
