package dev.assay.budget.journal;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the limits of budgets on the fleet topic, from its beginning. One for a process: those who keep budgets and
 * those who use them must not differ in which budgets have limits.
 */
public final class LimitsFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LimitsFollower.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long CLOSE_SECONDS = 10;

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final Consumer<Throwable> onFailure;
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Map<String, BudgetLimits> limits = Map.of();
    private volatile boolean closing;

    private LimitsFollower(KafkaClients clients, String name, Consumer<Throwable> onFailure) {
        this.topic = clients.settings().topics().fleet();
        this.consumer = clients.consumer(name + "-limits", Map.of());
        this.deserializer = clients.valueDeserializer();
        this.onFailure = onFailure;
    }

    /**
     * Starts it.
     *
     * @param name of the process, in names of clients
     * @param onFailure called with what ended it unasked
     */
    public static LimitsFollower start(KafkaClients clients, String name, Consumer<Throwable> onFailure) {
        LimitsFollower follower = new LimitsFollower(clients, name, onFailure);
        Thread.ofPlatform().name("budget-limits").daemon().start(follower::run);
        return follower;
    }

    /** Waits until everything that was there at the start is read, or the follower has failed. */
    public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return caughtUp.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What stands there now, by budget; a budget that was taken back stands with no limits. The same map until it changes. */
    public Map<String, BudgetLimits> all() {
        return limits;
    }

    public Optional<BudgetLimits> of(String budget) {
        return Optional.ofNullable(limits.get(budget));
    }

    public boolean isLimited(String budget) {
        BudgetLimits found = limits.get(budget);
        return found != null && !found.getLimits().isEmpty();
    }

    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        try {
            if (!stopped.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("follower of budgets' limits does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (consumer;
                deserializer) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (!closing) {
                poll(ends);
            }
        } catch (RuntimeException | Error e) {
            if (!closing) {
                onFailure.accept(e);
            }
        } finally {
            stopped.countDown();
            caughtUp.countDown();
        }
    }

    private void poll(Map<TopicPartition, Long> ends) {
        try {
            Map<String, BudgetLimits> changed = new HashMap<>(limits);
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                take(record, changed);
            }
            if (!changed.equals(limits)) {
                limits = Map.copyOf(changed);
            }
            if (caughtUp.getCount() > 0
                    && ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                caughtUp.countDown();
            }
        } catch (RetriableException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("limits of budgets cannot be read now");
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Map<String, BudgetLimits> changed) {
        String budget = record.key() == null ? null : Keys.budgetOf(new String(record.key(), StandardCharsets.UTF_8));
        if (budget == null) {
            return;
        }
        if (record.value() == null) {
            // An entry that was deleted is one that was taken back: those who folded limits must hear of it.
            changed.computeIfPresent(
                    budget,
                    (id, old) -> BudgetLimits.newBuilder(old)
                            .setLimits(List.of())
                            .setIsSetByHand(false)
                            .build());
            return;
        }
        try {
            if (deserializer.deserialize(topic, record.value()) instanceof FleetEntry entry
                    && entry.getEntry() instanceof BudgetLimits found) {
                changed.put(budget, found);
            }
        } catch (SerializationException e) {
            LOG.atError()
                    .addKeyValue("budget", budget)
                    .addKeyValue("error", e.getMessage())
                    .log("limits of a budget not understood; those that were known stay");
        }
    }
}
