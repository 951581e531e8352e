/** Dead letters as records: the original bytes as the value, and in the headers why nobody could use them. */
@org.jspecify.annotations.NullMarked
package dev.assay.schemas.deadletter;
