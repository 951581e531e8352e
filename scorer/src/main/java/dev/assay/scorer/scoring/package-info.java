/** How an answer is scored: the scorers, one file each, and the algebra that turns a result into a score. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.scoring;
