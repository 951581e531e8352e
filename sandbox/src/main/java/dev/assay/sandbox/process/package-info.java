/** Child JVMs that are ready when they say so and that never outlive their parent. */
@org.jspecify.annotations.NullMarked
package dev.assay.sandbox.process;
