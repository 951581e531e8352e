/** The worker: jobs in, results out. {@link dev.assay.worker.JobHandler} is the story of one job. */
@org.jspecify.annotations.NullMarked
package dev.assay.worker;
