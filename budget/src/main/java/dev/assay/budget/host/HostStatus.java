package dev.assay.budget.host;

import java.util.Map;

/**
 * What a host has done since its start.
 *
 * @param epochs partitions whose budgets it keeps now, with its epoch in each
 * @param takeovers partitions it began to keep
 * @param restarts how often it gave up all of them and began anew, as when the journal could not be written
 * @param entries entries it appended to the journal
 * @param voided entries of others that it read and that did not count
 */
public record HostStatus(Map<Integer, Long> epochs, long takeovers, long restarts, long entries, long voided) {}
