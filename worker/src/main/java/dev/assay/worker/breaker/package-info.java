/**
 * Keeps calls from a model that fails: {@link dev.assay.worker.breaker.Breaker} decides, as pure arithmetic;
 * {@link dev.assay.worker.breaker.Breakers} keeps one for each provider's model.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.breaker;
