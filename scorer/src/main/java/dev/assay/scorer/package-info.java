/** Results to scores to run summaries: a Kafka Streams application. {@code ScorerTopology} is its story. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer;
