/** A run as one offline HTML page: what came out, how sure that is, what failed and why, what it took. */
@NullMarked
package dev.assay.scorer.report;

import org.jspecify.annotations.NullMarked;
