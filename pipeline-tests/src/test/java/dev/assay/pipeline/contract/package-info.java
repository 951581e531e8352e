/** The contract on a real cluster: topics, schemas, clients. */
@org.jspecify.annotations.NullMarked
package dev.assay.pipeline.contract;
