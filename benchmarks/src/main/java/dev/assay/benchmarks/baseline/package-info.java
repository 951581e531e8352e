/** The plain programs that Assay is compared with, each a process of its own. */
@org.jspecify.annotations.NullMarked
package dev.assay.benchmarks.baseline;
