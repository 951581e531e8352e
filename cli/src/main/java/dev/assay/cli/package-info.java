/** The command line: one command a file, and the root that puts them together. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli;
