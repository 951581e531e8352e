package dev.assay.worker;

import dev.assay.runtime.GroupConfigs;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets after which silence a worker counts as dead. In Kafka's newer group protocol that is a setting of the group, not
 * of the client, and brokers refuse less than 45 s unless they are told to take it.
 */
final class SessionTimeout {
    private static final Logger LOG = LoggerFactory.getLogger(SessionTimeout.class);

    private SessionTimeout() {}

    /** Sets it for the groups of the worker's lanes; a broker that refuses keeps its own, which is said and no more. */
    static void apply(Admin admin, WorkerSettings settings, Topics topics) {
        Duration timeout = settings.sessionTimeout();
        if (timeout == null) {
            return;
        }
        List<String> groups = new ArrayList<>();
        for (LaneSettings lane : settings.lanes()) {
            groups.add(topics.workerGroup(lane.name()));
            groups.add(topics.parkedGroup(lane.name()));
        }
        Map<String, String> configs = Map.of(GroupConfigs.SESSION_TIMEOUT, String.valueOf(timeout.toMillis()));
        GroupConfigs.set(admin, groups, configs)
                .ifPresent(refusal -> LOG.atWarn()
                        .addKeyValue("sessionTimeout", timeout)
                        .addKeyValue("error", refusal)
                        .log("session timeout not set; the brokers' own holds (their"
                                + " group.consumer.min.session.timeout.ms may have to be lowered)"));
    }
}
