package dev.assay.budget.client;

import dev.assay.budget.journal.LedgerPartitions;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Beat;
import dev.assay.schemas.LedgerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what a process asks of the keepers of budgets. Safe for several threads. */
final class RequestWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestWriter.class);
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Map<String, ?> QUICK = Map.of(
            "linger.ms", 0,
            // What comes while one request is on its way goes out with the next: fewer requests, and no wait for any.
            "max.in.flight.requests.per.connection", 1,
            "buffer.memory", 8L << 20,
            "max.block.ms", 2_000,
            "request.timeout.ms", 5_000,
            "delivery.timeout.ms", 15_000);

    private final String topic;
    private final String client;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final LedgerPartitions partitions;
    private final Clock clock;
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong quietUntil;

    /** @param client the process, different at each start */
    RequestWriter(KafkaClients clients, String topic, String client, LedgerPartitions partitions, Clock clock) {
        this.topic = topic;
        this.client = client;
        this.partitions = partitions;
        this.clock = clock;
        this.quietUntil = new AtomicLong(clock.nanos());
        this.producer = clients.producer(client + "-budgets", QUICK);
        this.serializer = clients.valueSerializer();
    }

    /**
     * Makes ready, so that no call has to wait until the topic is found and the schema is known.
     *
     * @throws KafkaException when the cluster does not answer within the patience
     */
    void warmUp(Duration patience) {
        LedgerRequest sample = request("", new Beat());
        long end = clock.nanos() + patience.toNanos();
        while (true) {
            try {
                LOG.atDebug()
                        .addKeyValue("partitions", producer.partitionsFor(topic).size())
                        .addKeyValue("bytes", serializer.serialize(topic, sample).length)
                        .log("requests to the ledger can be written");
                return;
            } catch (RetriableException e) {
                if (clock.nanos() - end > 0) {
                    throw e;
                }
            }
        }
    }

    /**
     * Sends one.
     *
     * @param onFailure run when it is known not to have been written, on whatever thread
     */
    void send(String budget, SpecificRecord event, Runnable onFailure) {
        LedgerRequest request = request(budget, event);
        try {
            byte[] key = budget.getBytes(StandardCharsets.UTF_8);
            byte[] value = serializer.serialize(topic, request);
            Future<?> unused =
                    producer.send(new ProducerRecord<>(topic, partitions.of(budget), key, value), (written, e) -> {
                        if (e != null) {
                            failed(budget, event, e, onFailure);
                        }
                    });
        } catch (KafkaException | IllegalStateException e) {
            failed(budget, event, e, onFailure);
        }
    }

    /** The number of a budget's partition. */
    int partitionOf(String budget) {
        return partitions.of(budget);
    }

    @Override
    public void close() {
        producer.close(FAREWELL);
        serializer.close();
    }

    private LedgerRequest request(String budget, SpecificRecord event) {
        return LedgerRequest.newBuilder()
                .setBudget(budget)
                .setClient(client)
                .setAt(clock.now())
                .setEvent(event)
                .build();
    }

    /** Says it now and then: when the cluster is away, every call of the process fails like this. */
    private void failed(String budget, SpecificRecord event, Exception e, Runnable onFailure) {
        long failures = failed.incrementAndGet();
        long now = clock.nanos();
        long quiet = quietUntil.get();
        if (now - quiet >= 0 && quietUntil.compareAndSet(quiet, now + QUIET_NANOS)) {
            LOG.atWarn()
                    .addKeyValue("budget", budget)
                    .addKeyValue("request", event.getSchema().getName())
                    .addKeyValue("error", e.getMessage())
                    .addKeyValue("sinceStart", failures)
                    .log("a request to the ledger was not written");
        }
        onFailure.run();
    }
}
