package dev.assay.budget.journal;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition of the ledger's topics a budget belongs to. It is the one that Kafka's own clients choose for the
 * budget's id as key, so that a program in another language comes to the same.
 *
 * @param count partitions of each of the ledger's topics
 */
public record LedgerPartitions(int count) {
    public int of(String budget) {
        return Utils.toPositive(Utils.murmur2(budget.getBytes(StandardCharsets.UTF_8))) % count;
    }
}
