package dev.assay.budget.client;

import dev.assay.budget.journal.LedgerPartitions;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.LedgerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what a process asks of the keepers of budgets. Safe for several threads. */
final class RequestWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestWriter.class);
    private static final Duration FAREWELL = Duration.ofSeconds(5);
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

    /** @param client the process, different at each start */
    RequestWriter(KafkaClients clients, String client, LedgerPartitions partitions, Clock clock) {
        this.topic = clients.settings().topics().ledgerRequests();
        this.client = client;
        this.partitions = partitions;
        this.clock = clock;
        this.producer = clients.producer(client + "-budgets", QUICK);
        this.serializer = clients.valueSerializer();
    }

    /**
     * Sends one.
     *
     * @param onFailure run when it is known not to have been written, on whatever thread
     */
    void send(String budget, SpecificRecord event, Runnable onFailure) {
        LedgerRequest request = LedgerRequest.newBuilder()
                .setBudget(budget)
                .setClient(client)
                .setAt(clock.now())
                .setEvent(event)
                .build();
        try {
            byte[] key = budget.getBytes(StandardCharsets.UTF_8);
            byte[] value = serializer.serialize(topic, request);
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

    private static void failed(String budget, SpecificRecord event, Exception e, Runnable onFailure) {
        LOG.atWarn()
                .addKeyValue("budget", budget)
                .addKeyValue("request", event.getSchema().getName())
                .addKeyValue("error", e.getMessage())
                .log("a request to the ledger was not written");
        onFailure.run();
    }
}
