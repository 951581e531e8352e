/** Chaos: real processes that are killed, frozen and started again under load, and what must hold all the same. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.chaos;
