/** The scorer {@code semantic}: whether an answer means what a target means, by sentence embeddings made in process. */
@org.jspecify.annotations.NullMarked
package dev.assay.semantic;
