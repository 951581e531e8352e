/**
 * Avro records as bytes on Kafka, in Confluent's wire format: a zero byte, the schema's id (4 bytes, big-endian), the
 * record in Avro's binary encoding. Ids come from a schema registry over HTTP or, where none is configured, from a topic.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.schemas.serde;
