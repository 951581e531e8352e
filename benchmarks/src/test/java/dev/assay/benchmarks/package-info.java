/** The arithmetic of benchmarks, and what is written of them. */
@org.jspecify.annotations.NullMarked
package dev.assay.benchmarks;
