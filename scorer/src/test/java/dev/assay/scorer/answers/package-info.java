/** A table of recorded-style answers with the score that a careful person would give each. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.answers;
