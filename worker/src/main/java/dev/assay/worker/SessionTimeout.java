package dev.assay.worker;

import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets after which silence a worker counts as dead. In Kafka's newer group protocol that is a setting of the group, not
 * of the client, and brokers refuse less than 45 s unless they are told to take it.
 */
final class SessionTimeout {
    private static final Logger LOG = LoggerFactory.getLogger(SessionTimeout.class);
    private static final String SETTING = "consumer.session.timeout.ms";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private SessionTimeout() {}

    /** Sets it for the groups of the worker's lanes; a broker that refuses keeps its own, which is said and no more. */
    static void apply(Admin admin, WorkerSettings settings, Topics topics) {
        Duration timeout = settings.sessionTimeout();
        if (timeout == null) {
            return;
        }
        AlterConfigOp set = new AlterConfigOp(
                new ConfigEntry(SETTING, String.valueOf(timeout.toMillis())), AlterConfigOp.OpType.SET);
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (LaneSettings lane : settings.lanes()) {
            changes.put(new ConfigResource(ConfigResource.Type.GROUP, topics.workerGroup(lane.name())), List.of(set));
            changes.put(new ConfigResource(ConfigResource.Type.GROUP, topics.parkedGroup(lane.name())), List.of(set));
        }
        try {
            admin.incrementalAlterConfigs(changes).all().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            LOG.atWarn()
                    .addKeyValue("sessionTimeout", timeout)
                    .addKeyValue("error", cause.getMessage())
                    .log("session timeout not set; the brokers' own holds (their group.consumer.min.session.timeout.ms"
                            + " may have to be lowered)");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while setting the session timeout", e);
        }
    }
}
