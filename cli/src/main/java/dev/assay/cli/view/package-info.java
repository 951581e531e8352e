/** How runs and records look to people and to programs: lines for a terminal, and JSON. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.view;
