/** How a command ends: the exit codes, and expected trouble on its way to one. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.exit;
