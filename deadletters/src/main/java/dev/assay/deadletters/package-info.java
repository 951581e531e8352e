/** Dead letters: found by query, explained, and sent again or discarded exactly once. */
@org.jspecify.annotations.NullMarked
package dev.assay.deadletters;
