/** What Assay costs and how fast it is, each figure beside that of a plain program doing the same work in the same run. */
@org.jspecify.annotations.NullMarked
package dev.assay.benchmarks;
