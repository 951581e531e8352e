/** Two runs side by side, job by job: arithmetic over pairs of scores that knows no Kafka. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.compare;
