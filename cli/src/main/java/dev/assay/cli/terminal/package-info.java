/** What a terminal shows: styles, bars, tables, figures, and a block of lines redrawn in place. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.terminal;
