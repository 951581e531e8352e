package dev.assay.budget.host;

import dev.assay.budget.journal.LedgerTopics;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicSizes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to the journal, in order and each entry once, or says that it could not: then what was decided and what is
 * written are no longer the same, and its keeper has to begin anew. Used by one thread.
 */
final class JournalWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Map<String, ?> QUICK = Map.of(
            "linger.ms", 0,
            // What comes while one request is on its way goes out with the next: fewer requests, and no wait for any.
            "max.in.flight.requests.per.connection", 1,
            "buffer.memory", 16L << 20,
            "max.request.size", TopicSizes.MAX_RECORD_BYTES,
            "max.block.ms", 3_000,
            "request.timeout.ms", 3_000,
            "delivery.timeout.ms", 6_000);

    private final LedgerTopics topics;
    private final String owner;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final Clock clock;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** @param owner the process, as its epochs name it */
    JournalWriter(KafkaClients clients, LedgerTopics topics, String owner, Clock clock) {
        this.topics = topics;
        this.owner = owner;
        this.clock = clock;
        this.producer = clients.producer(owner + "-" + topics.label(), QUICK);
        this.serializer = clients.valueSerializer();
    }

    /**
     * Begins to keep a partition.
     *
     * @return the epoch: everything that others append behind it is void
     * @throws KafkaException when it cannot be written now
     */
    long beginEpoch(int partition) {
        LedgerEntry entry = LedgerEntry.newBuilder()
                .setBudget("")
                .setEpoch(-1)
                .setAt(clock.now())
                .setRequestOffset(-1)
                .setEvent(new OwnerEpoch(owner))
                .build();
        try {
            return producer.send(record(partition, entry))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("no epoch in partition " + partition + " of " + topics.journal(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Appends entries, without waiting until they are written. */
    void append(int partition, List<LedgerEntry> entries, Sent sent) {
        for (LedgerEntry entry : entries) {
            sent.sent();
            Future<?> unused = producer.send(record(partition, entry), (written, e) -> {
                if (e == null) {
                    sent.written();
                } else {
                    failure.compareAndSet(null, e);
                }
            });
        }
    }

    /** Writes a snapshot down; one that is lost costs a successor a few entries more. */
    void snapshot(LedgerSnapshot snapshot) {
        String key = Keys.ledgerSnapshot(snapshot.getPartition(), snapshot.getEpoch());
        byte[] value = serializer.serialize(topics.state(), snapshot);
        send(topics.state(), snapshot.getPartition(), key, value);
    }

    /** Deletes the snapshots of an earlier keeper. */
    void deleteSnapshot(int partition, long epoch) {
        send(topics.state(), partition, Keys.ledgerSnapshot(partition, epoch), null);
    }

    /** @throws KafkaException when an entry was not written */
    void check() {
        Exception cause = failure.get();
        if (cause != null) {
            throw new KafkaException("the ledger's journal cannot be written: " + cause.getMessage(), cause);
        }
    }

    /** Waits until everything is written, or known not to be. */
    void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        serializer.close();
    }

    private void send(String topic, int partition, String key, byte @Nullable [] value) {
        Callback told = (written, e) -> {
            if (e != null) {
                LOG.atWarn()
                        .addKeyValue("key", key)
                        .addKeyValue("error", e.getMessage())
                        .log("snapshot not written");
            }
        };
        Future<?> unused = producer.send(
                new ProducerRecord<>(topic, partition, key.getBytes(StandardCharsets.UTF_8), value), told);
    }

    private ProducerRecord<byte[], byte[]> record(int partition, LedgerEntry entry) {
        byte[] key = entry.getBudget().getBytes(StandardCharsets.UTF_8);
        byte[] value = serializer.serialize(topics.journal(), entry);
        return new ProducerRecord<>(topics.journal(), partition, key, value);
    }
}
