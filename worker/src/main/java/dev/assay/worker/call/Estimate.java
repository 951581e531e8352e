package dev.assay.worker.call;

import dev.assay.schemas.Amounts;
import dev.assay.worker.spend.Spent;

/**
 * What a call may take at most, before it is made.
 *
 * @param inputTokens as counted
 * @param outputTokens bound on the answer
 * @param money price of both, in millionths; 0 where no price is known
 */
record Estimate(long inputTokens, long outputTokens, long money) {
    Amounts amounts() {
        return Spent.of(1, inputTokens, outputTokens, money);
    }
}
