/** A run as one offline HTML page: what came out, how sure that is, what failed and why, what it took. */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.report;
