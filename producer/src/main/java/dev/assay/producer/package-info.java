/**
 * Job files to jobs on a lane: reading, validation, admission, exactly-once publishing. A platform embeds
 * {@link dev.assay.producer.AssayProducer}; the walk inside is {@code Submit}, {@code JobFile}, {@code JobValidator},
 * {@code Admission}, {@code JobPublisher}.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.producer;
