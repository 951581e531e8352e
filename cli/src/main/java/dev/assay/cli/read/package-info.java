/**
 * Reads what a run is and how it stands from its topics: manifest, progress and summary, results, scores, what is in
 * flight, and whether everything adds up. Nothing here writes.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.read;
