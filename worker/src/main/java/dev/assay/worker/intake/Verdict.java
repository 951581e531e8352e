package dev.assay.worker.intake;

/** What the handling of a delivery came to. */
public sealed interface Verdict {
    /** The job has ended; its records are written together with its offset. */
    record Settle(Output output) implements Verdict {}

    /** The job has not ended: it is handed out again, by this worker after a pause, or by another one. */
    record PutBack(String why) implements Verdict {}
}
