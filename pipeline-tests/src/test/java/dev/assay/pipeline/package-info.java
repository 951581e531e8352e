/** Scenarios on real Kafka and real HTTP; each of them holds every guarantee of the testkit. */
@org.jspecify.annotations.NullMarked
package dev.assay.pipeline;
