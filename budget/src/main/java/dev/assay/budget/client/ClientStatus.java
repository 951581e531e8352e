package dev.assay.budget.client;

/**
 * What a client has seen since its start.
 *
 * @param granted grants that were handed out
 * @param refused refusals
 * @param unanswered wishes that nobody answered in time
 * @param late grants that came too late and were given back
 * @param voided entries of the journal that did not count
 */
public record ClientStatus(long granted, long refused, long unanswered, long late, long voided) {}
