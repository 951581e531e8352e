/** A laptop's Kafka: the real broker, embedded in this JVM or as a process of its own, with one node or three. */
@org.jspecify.annotations.NullMarked
package dev.assay.sandbox.broker;
