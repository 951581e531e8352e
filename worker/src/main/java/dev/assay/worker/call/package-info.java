/**
 * One call of a model, as a pipeline of stages: each is one class with one delegate and answers with a
 * {@link dev.assay.worker.call.Reply}. {@link dev.assay.worker.call.ModelPipelines#compose} puts them together.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.call;
