package dev.assay.producer;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what a lane's bound is now. The fleet topic holds the lane's own and the tenant's in it, which a person may change at
 * any time; a submit may state one for itself, and then the lower holds. For one thread.
 */
final class BoundNow implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoundNow.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int PATIENCE_POLLS = 300;
    /** Somebody's word must not wait for more of them. */
    private static final Map<String, Object> READING = Map.of("fetch.max.wait.ms", 10);

    private final String topic;
    private final String key;
    private final String keyOfTenant;
    private final SendSettings settings;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final List<TopicPartition> partitions;
    private @Nullable Long ofLane;
    private @Nullable Long ofTenant;

    private BoundNow(
            String topic,
            String lane,
            String tenant,
            SendSettings settings,
            KafkaConsumer<byte[], byte[]> consumer,
            Deserializer<SpecificRecord> deserializer) {
        this.topic = topic;
        this.key = Keys.laneBound(lane);
        this.keyOfTenant = Keys.laneBound(lane, tenant);
        this.settings = settings;
        this.consumer = consumer;
        this.deserializer = deserializer;
        this.partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /**
     * Connects; nothing is read yet.
     *
     * @param deserializer stays the caller's to close
     */
    static BoundNow open(
            KafkaClients clients,
            Deserializer<SpecificRecord> deserializer,
            String lane,
            String tenant,
            SendSettings settings) {
        String topic = clients.settings().topics().fleet();
        KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-bound-reader", READING);
        try {
            return new BoundNow(topic, lane, tenant, settings, consumer, deserializer);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    /** Reads what was said since, and answers with unfinished jobs that the lane may hold; 0 lets nothing in. */
    long read() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (int polls = 0; isBehind(ends); polls++) {
            if (polls == PATIENCE_POLLS) {
                throw new TimeoutException("topic " + topic + " could not be read to its end");
            }
            consumer.poll(POLL).forEach(this::take);
        }
        return settings.boundWith(ofLane);
    }

    /** Whether the lane, or the tenant in it, has a bound that holds for all submits together; as it was last read. */
    boolean isKept() {
        return ofLane != null || ofTenant != null;
    }

    /** Unfinished jobs that the tenant may have in the lane; null where only the lane's bound holds. */
    @Nullable
    Long ofTenant() {
        return ofTenant;
    }

    /** Whether a bound that nobody keeps is below the lane's: this submit's own, or the default where it has none. */
    boolean isOwnStricter() {
        return ofLane == null || settings.boundWith(ofLane) < ofLane;
    }

    @Override
    public void close() {
        consumer.close();
    }

    private boolean isBehind(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        String of = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (!of.equals(key) && !of.equals(keyOfTenant)) {
            return;
        }
        try {
            if (record.value() == null) {
                note(of, null);
            } else if (deserializer.deserialize(topic, record.value()) instanceof FleetEntry entry
                    && entry.getEntry() instanceof LaneBound bound) {
                note(of, bound.getBound());
            }
        } catch (SerializationException e) {
            // What was said before holds on: a lane without a bound would be worse.
            LOG.atWarn()
                    .addKeyValue("key", of)
                    .addKeyValue("error", e.getMessage())
                    .log("a lane's bound cannot be read and is passed over");
        }
    }

    private void note(String of, @Nullable Long bound) {
        if (of.equals(key)) {
            ofLane = bound;
        } else {
            ofTenant = bound;
        }
    }
}
