package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.LaneBound;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads what the fleet topic says of accounts, gates, lanes and budgets now; it needs no worker to be alive. */
public final class FleetReader {
    private final String topic;
    private final Map<String, SpecificRecord> latest = new TreeMap<>();
    private long damaged;

    private FleetReader(String topic) {
        this.topic = topic;
    }

    /** Reads the topic from its beginning to where it ends now. */
    public static FleetView read(KafkaClients clients) {
        FleetReader reader = new FleetReader(clients.settings().topics().fleet());
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-fleet-reader", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(reader.topic);
            Map<TopicPartition, Long> ends = scan.ends(partitions);
            scan.read(scan.beginnings(partitions), ends, consumed -> reader.take(consumed, deserializer));
        }
        return reader.view();
    }

    private void take(ConsumerRecord<byte[], byte[]> consumed, Deserializer<SpecificRecord> deserializer) {
        String key = consumed.key() == null ? "" : new String(consumed.key(), StandardCharsets.UTF_8);
        if (consumed.value() == null) {
            latest.remove(key);
            return;
        }
        try {
            if (deserializer.deserialize(topic, consumed.value()) instanceof FleetEntry entry
                    && entry.getEntry() instanceof SpecificRecord branch) {
                // A moved probe that crossed the end of its block is no block; workers pass it over too.
                boolean crossed = branch instanceof AccountBlock block
                        && block.getProbes() > 0
                        && latest.get(key) instanceof AccountUnblock;
                if (!crossed) {
                    latest.put(key, branch);
                }
            }
        } catch (SerializationException e) {
            damaged++;
        }
    }

    private FleetView view() {
        Map<String, FleetView.AccountState> accounts = new HashMap<>();
        List<GateClosed> gates = new ArrayList<>();
        Map<String, LaneBound> bounds = new HashMap<>();
        List<LaneBound> ofTenants = new ArrayList<>();
        Map<String, BudgetLimits> limits = new HashMap<>();
        latest.forEach((key, word) -> {
            switch (word) {
                case AccountBlock block -> accounts.put(block.getAccount(), new FleetView.AccountState.Blocked(block));
                case AccountUnblock unblock ->
                    accounts.put(unblock.getAccount(), new FleetView.AccountState.Free(unblock));
                case GateClosed gate -> gates.add(gate);
                case LaneBound bound when bound.getTenant() != null -> ofTenants.add(bound);
                case LaneBound bound -> bounds.put(bound.getLane(), bound);
                case BudgetLimits each -> limits.put(each.getBudget(), each);
                // Cancelled runs, and routes.
                default -> {}
            }
        });
        return new FleetView(
                new TreeMap<>(accounts), gates, new TreeMap<>(bounds), ofTenants, new TreeMap<>(limits), damaged);
    }
}
