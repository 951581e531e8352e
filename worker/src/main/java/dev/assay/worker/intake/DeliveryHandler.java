package dev.assay.worker.intake;

/** What works the jobs. It is called on a virtual thread of its own for each delivery and may block. */
@FunctionalInterface
public interface DeliveryHandler {
    /**
     * Works one job. The thread is interrupted when the delivery is cut ({@link Delivery#cut}).
     *
     * <p>Anything thrown is a bug: the job is put back and tried again after a pause, and when that has happened too
     * often it comes once more as {@link Treatment#BROKEN}, to be dead-lettered.
     */
    Verdict handle(Delivery delivery);
}
