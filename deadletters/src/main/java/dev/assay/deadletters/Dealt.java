package dev.assay.deadletters;

/**
 * What dealing with dead letters came to.
 *
 * @param tally what was done
 * @param ended how it ended
 */
public record Dealt(Tally tally, Ended ended) {}
