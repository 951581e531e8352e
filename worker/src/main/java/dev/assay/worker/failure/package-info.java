/**
 * What went wrong, told in one place: {@link dev.assay.worker.failure.Classifier} names the kind of a failure by rules,
 * {@link dev.assay.worker.failure.FailureTable} says what follows from each kind. Nothing else looks at a status, an
 * exception class or a provider's wording.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.failure;
