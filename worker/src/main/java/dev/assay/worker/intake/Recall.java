package dev.assay.worker.intake;

import java.util.function.Predicate;

/**
 * What makes a parked job due before its time. Both are asked on the poll thread, twice a second for each parked job in
 * memory, so they look something up and never wait.
 *
 * @param isHeld whether an account is blocked or a gate closed now, by what the job's header names; a job held by one
 *     that is not is due
 * @param isCancelled whether a run is cancelled; its jobs are due, to end as CANCELLED
 */
public record Recall(Predicate<String> isHeld, Predicate<String> isCancelled) {}
