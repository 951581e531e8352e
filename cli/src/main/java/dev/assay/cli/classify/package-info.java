/** Recorded responses of providers, and what they are taken for. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.classify;
