package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Result;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.topics.BudgetIds;
import java.math.BigDecimal;
import java.math.RoundingMode;
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
import org.jspecify.annotations.Nullable;

/**
 * What the attempts in results took today, by budget. An attempt whose use nobody knows is left out: the ledger keeps
 * such charges apart. One that the provider refused counts as a request and takes no tokens.
 */
public final class BilledToday {
    private static final int REFUSED = 400;
    private static final int MICROS = 6;
    private static final Amounts NOTHING = new Amounts(0L, 0L, 0L, 0L);

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
        return billed.getOrDefault(budget, NOTHING);
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
        Amounts amounts = amounts(attempt);
        if (amounts == null
                || !attempt.getStartedAt().truncatedTo(ChronoUnit.DAYS).equals(day)) {
            return;
        }
        String account = attempt.getAccount() == null ? attempt.getProvider() : attempt.getAccount();
        for (String budget : List.of(
                BudgetIds.calls(account, attempt.getRequestModel()),
                BudgetIds.tenant(result.getTenant(), result.getLane(), result.getAccount()))) {
            billed.merge(budget, amounts, BilledToday::plus);
            if (attempt.getUsage() != null && attempt.getCost() == null) {
                unpriced.merge(budget, 1L, Long::sum);
            }
        }
    }

    /** What an attempt took; null where nobody knows. */
    private static @Nullable Amounts amounts(Attempt attempt) {
        TokenUsage usage = attempt.getUsage();
        if (attempt.getBilledUncertain() || attempt.getUsageEstimated()) {
            return null;
        }
        if (usage == null) {
            Integer status = attempt.getHttpStatus();
            return status != null && status >= REFUSED ? new Amounts(1L, 0L, 0L, 0L) : null;
        }
        BigDecimal cost = attempt.getCost();
        long money = cost == null
                ? 0
                : cost.movePointRight(MICROS).setScale(0, RoundingMode.UP).longValue();
        return new Amounts(1L, usage.getInput(), usage.getOutput(), money);
    }

    private static Amounts plus(Amounts one, Amounts other) {
        return new Amounts(
                one.getRequests() + other.getRequests(),
                one.getInputTokens() + other.getInputTokens(),
                one.getOutputTokens() + other.getOutputTokens(),
                one.getMoney() + other.getMoney());
    }
}
