/**
 * The arithmetic of shared budgets: state, a request and the time make a new state and its answers. No thread, no
 * clock and no Kafka; {@link dev.assay.budget.ledger.Ledger} is the way in.
 */
@NullMarked
package dev.assay.budget.ledger;

import org.jspecify.annotations.NullMarked;
