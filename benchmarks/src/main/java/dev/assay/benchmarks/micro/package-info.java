/** Benchmarks of single pieces by JMH; {@code assay bench micro} runs every class here. */
@org.jspecify.annotations.NullMarked
package dev.assay.benchmarks.micro;
