package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Tells the calls that a frozen worker had in hand from those that it made later: they arrive after it went on, and before
 * the ledger granted it anything again. A thread that was stopped between its last look at the time and its sending is
 * beyond all fences.
 */
final class CallsInHand {
    private final List<BudgetTrouble.Thaw> thaws;
    private final Map<BudgetTrouble.Thaw, Instant> granted;

    private CallsInHand(List<BudgetTrouble.Thaw> thaws, Map<BudgetTrouble.Thaw, Instant> granted) {
        this.thaws = thaws;
        this.granted = granted;
    }

    /** Reads in the ledger's journal when each of these workers was granted a call again. */
    static CallsInHand of(List<BudgetTrouble.Thaw> thaws, String budget, KafkaClients clients) {
        Map<BudgetTrouble.Thaw, Instant> granted = new HashMap<>();
        if (!thaws.isEmpty()) {
            Deserializer<SpecificRecord> deserializer = clients.valueDeserializer();
            Topic.read(clients, clients.settings().topics().ledgerGrants(), record -> {
                if (deserializer.deserialize(record.topic(), record.value()) instanceof LedgerEntry entry
                        && entry.getEvent() instanceof Granted grant
                        && entry.getBudget().equals(budget)) {
                    for (BudgetTrouble.Thaw thaw : thaws) {
                        if (grant.getClient().startsWith(name(thaw) + "-")
                                && !entry.getAt().isBefore(thaw.at())) {
                            granted.merge(thaw, entry.getAt(), (one, other) -> one.isBefore(other) ? one : other);
                        }
                    }
                }
            });
            deserializer.close();
        }
        return new CallsInHand(thaws, granted);
    }

    boolean holds(CallRecord call) {
        return thaws.stream()
                .anyMatch(thaw -> name(thaw).equals(call.headers().get(BudgetStage.WORKER_HEADER))
                        && !call.arrivedAt().isBefore(thaw.at())
                        && call.arrivedAt().isBefore(granted.getOrDefault(thaw, Instant.MAX)));
    }

    /** The others. */
    List<CallRecord> without(List<CallRecord> calls) {
        List<CallRecord> others = new ArrayList<>(calls);
        others.removeIf(this::holds);
        return others;
    }

    private static String name(BudgetTrouble.Thaw thaw) {
        return "worker-" + thaw.worker();
    }
}
