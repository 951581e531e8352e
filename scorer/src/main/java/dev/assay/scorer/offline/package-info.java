/** Scores answers that are already there, from a file, without Kafka and without calling a model. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.offline;
