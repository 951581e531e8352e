package dev.assay.budget.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

class LedgerPartitionsTest {
    @Test
    void aBudgetIsWhereKafkasOwnClientsPutItsKey() {
        for (int i = 0; i < 1_000; i++) {
            String budget = "calls/account-" + i + "/modèle";
            assertThat(new LedgerPartitions(4).of(budget))
                    .isEqualTo(BuiltInPartitioner.partitionForKey(budget.getBytes(StandardCharsets.UTF_8), 4));
        }
    }
}
