/** What turns the exit code of a run: thresholds on the shares of a summary. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.failon;
