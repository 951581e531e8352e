package dev.assay.cli.read;

import dev.assay.schemas.Amounts;

/**
 * What a budget was charged today, beside the calls that results tell of.
 *
 * @param budget its id
 * @param results what the attempts in results took of which it is known
 * @param ledger what the ledger charged of which it is known
 * @param uncertain what it charged beside that, because nobody knows what was taken
 * @param underWay what is reserved for calls that have not ended
 * @param unpriced attempts without a price, whose money cannot be compared
 */
public record BudgetProof(
        String budget, Amounts results, Amounts ledger, Amounts uncertain, Amounts underWay, long unpriced) {
    /** Charged and not in results; below 0 what is in results and was not charged. */
    public Amounts difference() {
        return new Amounts(
                ledger.getRequests() - results.getRequests(),
                ledger.getInputTokens() - results.getInputTokens(),
                ledger.getOutputTokens() - results.getOutputTokens(),
                unpriced > 0 ? 0 : ledger.getMoney() - results.getMoney());
    }

    /** Whether they are the same. */
    public boolean holds() {
        return difference().equals(new Amounts(0L, 0L, 0L, 0L));
    }
}
