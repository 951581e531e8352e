/** Epochs of samples brought together: what N answers to one question are worth, as arithmetic over their scores. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.epochs;
