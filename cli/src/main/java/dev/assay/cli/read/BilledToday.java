package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Result;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.worker.spend.Billed;
import dev.assay.worker.spend.Spent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * What the attempts in results took today, by budget. An attempt whose use nobody knows is left out: the ledger keeps
 * such charges apart. One that the provider refused counts as a request and takes no tokens.
 */
public final class BilledToday {
    private final Instant day;
    private final Map<String, Amounts> billed = new HashMap<>();
    private final Map<String, Long> unpriced = new HashMap<>();
    private long damaged;

    private BilledToday(Instant day) {
        this.day = day;
    }

    /** Reads all results that were written since the day began. */
    public static BilledToday read(KafkaClients clients, Instant now) {
        BilledToday billed = new BilledToday(now.truncatedTo(ChronoUnit.DAYS));
        String topic = clients.settings().topics().results();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-budgets-results", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(topic);
            scan.read(
                    scan.startsAt(partitions, billed.day.toEpochMilli()),
                    scan.ends(partitions),
                    record -> billed.take(record, deserializer));
        }
        return billed;
    }

    /** What was taken of a budget. */
    public Amounts of(String budget) {
        return billed.getOrDefault(budget, Spent.NOTHING);
    }

    /** Attempts on a budget that have no price. */
    public long unpriced(String budget) {
        return unpriced.getOrDefault(budget, 0L);
    }

    /** Results that cannot be read. */
    public long damaged() {
        return damaged;
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Deserializer<SpecificRecord> deserializer) {
        try {
            if (record.value() != null
                    && deserializer.deserialize(record.topic(), record.value()) instanceof Result result) {
                result.getAttempts().forEach(attempt -> take(result, attempt));
            }
        } catch (SerializationException e) {
            damaged++;
        }
    }

    private void take(Result result, Attempt attempt) {
        if (!Billed.isCertain(attempt)
                || !attempt.getStartedAt().truncatedTo(ChronoUnit.DAYS).equals(day)) {
            return;
        }
        Amounts amounts = Billed.of(attempt, Spent.NOTHING);
        String account = attempt.getAccount() == null ? attempt.getProvider() : attempt.getAccount();
        for (String budget : List.of(
                BudgetIds.calls(account, attempt.getRequestModel()),
                BudgetIds.tenant(result.getTenant(), result.getLane(), result.getAccount()))) {
            billed.merge(budget, amounts, Spent::plus);
            if (attempt.getUsage() != null && attempt.getCost() == null) {
                unpriced.merge(budget, 1L, Long::sum);
            }
        }
    }
}
