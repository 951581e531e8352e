/** A whole Assay in one process: broker, topics, scorer, worker and, where no provider is given, simulated ones. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.stack;
