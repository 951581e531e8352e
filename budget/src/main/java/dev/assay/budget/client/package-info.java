/** What a process asks of the fleet's budgets, and how it gives back. */
@org.jspecify.annotations.NullMarked
package dev.assay.budget.client;
