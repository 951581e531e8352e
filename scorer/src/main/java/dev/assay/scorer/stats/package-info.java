/**
 * What can be said of figures that came of chance: intervals, tests, agreement. Arithmetic only; the same input gives
 * the same figures to the last digit on every machine, because the draws come from a generator of its own with fixed
 * seeds.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.stats;
