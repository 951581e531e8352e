/** Promises as classes, and the worlds in which they are tried: what every scenario of the pipeline must hold. */
@org.jspecify.annotations.NullMarked
package dev.assay.testkit;
