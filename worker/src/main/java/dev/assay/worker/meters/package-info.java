/** What a worker measures: every meter by name, unit and meaning, in one file. */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.meters;
