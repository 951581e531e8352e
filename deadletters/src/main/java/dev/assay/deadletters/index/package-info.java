/** A reader's index of dead letters on this machine: a million of them are filtered and counted without being read. */
@org.jspecify.annotations.NullMarked
package dev.assay.deadletters.index;
