/** The topics, keys and record headers of Assay: names that other programs see, so they are API. */
@org.jspecify.annotations.NullMarked
package dev.assay.schemas.topics;
