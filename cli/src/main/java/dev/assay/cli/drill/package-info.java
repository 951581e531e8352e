/** Drills: something is done to a provider on purpose, and what was seen is judged from the provider's own log. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.drill;
