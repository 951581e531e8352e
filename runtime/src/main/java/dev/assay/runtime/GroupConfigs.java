package dev.assay.runtime;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Sets configs of consumer groups. In Kafka's newer group protocol the timeouts of a group are its own, not its
 * members'; brokers refuse what is below their minimum.
 */
public final class GroupConfigs {
    public static final String SESSION_TIMEOUT = "consumer.session.timeout.ms";
    public static final String HEARTBEAT_INTERVAL = "consumer.heartbeat.interval.ms";

    private GroupConfigs() {}

    /**
     * Sets them.
     *
     * @return why the cluster did not take them; empty when it did
     */
    public static Optional<String> set(Admin admin, Collection<String> groups, Map<String, String> configs) {
        List<AlterConfigOp> sets = configs.entrySet().stream()
                .map(config -> new AlterConfigOp(
                        new ConfigEntry(config.getKey(), config.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (String group : groups) {
            changes.put(new ConfigResource(ConfigResource.Type.GROUP, group), sets);
        }
        try {
            Answers.await(admin.incrementalAlterConfigs(changes).all());
            return Optional.empty();
        } catch (KafkaException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
