/** The ledger's topics as its keepers and its clients read them alike: partitions, snapshots, the journal, the limits. */
@org.jspecify.annotations.NullMarked
package dev.assay.budget.journal;
