/**
 * Jobs in, settlements out: one thread a lane owns the consumer and all that says which jobs are in hand, hands them
 * one by one to a {@link dev.assay.worker.intake.DeliveryHandler}, and writes what they ended as together with the
 * offsets in one transaction.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.intake;
