/** How log lines look. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.log;
