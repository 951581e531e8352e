package dev.assay.scorer.report;

import dev.assay.scorer.compare.Compared;

/**
 * The run compared with another one, which came before it.
 *
 * @param name the other run, as it is called
 * @param compared what this run has over it
 */
record Against(String name, Compared compared) {}
