/** The keeper of budgets: in each process, the one writer of the ledger's partitions that the group gave it. */
@org.jspecify.annotations.NullMarked
package dev.assay.budget.host;
