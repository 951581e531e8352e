/** What the simulated models answer, so that a known share of it is right. */
@org.jspecify.annotations.NullMarked
package dev.assay.sandbox.answers;
