package dev.assay.worker.fleet;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicFollower;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the fleet topic from its beginning: cancels runs, blocks and unblocks accounts, closes gates as it says. A
 * worker takes no job before the follower has read what was there at the start, or it would call for runs cancelled
 * and accounts blocked long ago.
 */
public final class FleetFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetFollower.class);
    private static final String CANCEL =
            Keys.cancel("x").substring(0, Keys.cancel("x").length() - 1);
    private static final String BLOCK = Keys.block("");
    private static final String GATE =
            Keys.gate("", "").substring(0, Keys.gate("", "").length() - 1);

    private final String topic;
    private final Deserializer<SpecificRecord> deserializer;
    private final CancelledRuns runs;
    private final FleetAccounts accounts;
    private final TopicFollower follower;

    private FleetFollower(
            String topic,
            KafkaClients clients,
            String worker,
            CancelledRuns runs,
            FleetAccounts accounts,
            Consumer<Throwable> onFailure) {
        this.topic = topic;
        this.runs = runs;
        this.accounts = accounts;
        this.deserializer = clients.valueDeserializer();
        this.follower = TopicFollower.start(clients, topic, worker + "-fleet", this::take, onFailure);
    }

    /**
     * Starts it.
     *
     * @param onFailure called with what ended it unasked
     */
    public static FleetFollower start(
            String topic,
            KafkaClients clients,
            String worker,
            CancelledRuns runs,
            FleetAccounts accounts,
            Consumer<Throwable> onFailure) {
        return new FleetFollower(topic, clients, worker, runs, accounts, onFailure);
    }

    /** Waits until everything that was there at the start is read, or the follower has failed. */
    public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return follower.awaitCaughtUp(patience);
    }

    @Override
    public void close() {
        follower.close();
        deserializer.close();
    }

    private void take(ConsumerRecord<byte[], byte[]> record, boolean isLive) {
        byte[] value = record.value();
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (value == null) {
            forget(key);
            return;
        }
        try {
            if (deserializer.deserialize(topic, value) instanceof FleetEntry entry) {
                take(entry.getEntry(), record.timestamp(), isLive);
            }
        } catch (SerializationException e) {
            // A newer version may say what this one cannot read; stopping the fleet for it would be worse.
            LOG.atWarn()
                    .addKeyValue("key", key)
                    .addKeyValue("error", e.getMessage())
                    .log("fleet entry not understood");
        }
    }

    private void take(Object entry, long said, boolean isLive) {
        switch (entry) {
            case RunCancel cancel -> {
                LOG.atInfo().addKeyValue("runId", cancel.getRunId()).log("run cancelled");
                runs.cancel(cancel.getRunId());
            }
            case AccountBlock block -> accounts.blocked(block, said, isLive);
            case AccountUnblock unblock -> accounts.unblocked(unblock);
            case GateClosed closed -> accounts.closed(closed, said, isLive);
            // Lanes' bounds, which are for those who submit.
            default -> {}
        }
    }

    private void forget(String key) {
        if (key.startsWith(CANCEL)) {
            runs.forget(key.substring(CANCEL.length()));
        } else if (key.startsWith(BLOCK)) {
            accounts.forgetBlock(key.substring(BLOCK.length()));
        } else if (key.startsWith(GATE)) {
            String name = key.substring(GATE.length());
            int slash = name.indexOf('/');
            if (slash >= 0) {
                accounts.forgetGate(name.substring(0, slash), name.substring(slash + 1));
            }
        }
    }
}
