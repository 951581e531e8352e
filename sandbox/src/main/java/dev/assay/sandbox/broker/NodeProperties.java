package dev.assay.sandbox.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;

/** Writes the settings of one node: small, quick to notice a dead member, and patient with idle groups. */
final class NodeProperties {
    static final String HOST = "127.0.0.1";

    /** A job may hold 4 MB of body; a record batch around it needs room for headers and metadata. */
    private static final int MESSAGE_MAX_BYTES = 8 * 1024 * 1024;

    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("message.max.bytes", String.valueOf(MESSAGE_MAX_BYTES)),
            // Few partitions of the internal topics: each is created and loaded before the first commit answers.
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            // Dead members are noticed within seconds; the floor of 45 s would hide every kill test.
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("group.min.session.timeout.ms", "1000"),
            Map.entry("group.consumer.min.session.timeout.ms", "3000"),
            Map.entry("group.consumer.session.timeout.ms", "6000"),
            Map.entry("group.consumer.min.heartbeat.interval.ms", "500"),
            Map.entry("group.consumer.heartbeat.interval.ms", "1000"),
            Map.entry("group.streams.min.session.timeout.ms", "3000"),
            Map.entry("group.streams.session.timeout.ms", "6000"),
            Map.entry("group.streams.min.heartbeat.interval.ms", "500"),
            Map.entry("group.streams.heartbeat.interval.ms", "1000"),
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("broker.heartbeat.interval.ms", "500"),
            // The acknowledgement state of an idle group must not expire: it is what was worked and what was not.
            Map.entry("offsets.retention.minutes", String.valueOf(365 * 24 * 60)),
            Map.entry("transaction.max.timeout.ms", "60000"),
            // A laptop's memory: the cleaner alone would take 128 MB.
            Map.entry("log.cleaner.dedupe.buffer.size", String.valueOf(8 * 1024 * 1024)),
            Map.entry("log.index.size.max.bytes", String.valueOf(2 * 1024 * 1024)),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "4"),
            Map.entry("num.recovery.threads.per.data.dir", "2"));

    private NodeProperties() {}

    /** Ports of one node. */
    record Ports(int broker, int controller) {}

    /**
     * Settings of one node.
     *
     * @param node its id, from 1
     * @param ports of every node, the first one's first
     */
    static Properties of(EmbeddedKafkaSettings settings, int node, List<Ports> ports, Path logDir) {
        Ports own = ports.get(node - 1);
        Properties properties = new Properties();
        properties.putAll(FIXED);
        properties.setProperty("node.id", String.valueOf(node));
        properties.setProperty("log.dirs", logDir.toString());
        String listeners =
                "PLAINTEXT://" + HOST + ":" + own.broker() + ",CONTROLLER://" + HOST + ":" + own.controller();
        properties.setProperty("listeners", listeners);
        properties.setProperty("advertised.listeners", listeners);
        properties.setProperty("controller.quorum.voters", voters(ports));
        String replicas = String.valueOf(settings.nodes());
        String inSync = settings.nodes() == 3 ? "2" : "1";
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            properties.setProperty(topic + ".replication.factor", replicas);
        }
        properties.setProperty("transaction.state.log.min.isr", inSync);
        properties.setProperty("share.coordinator.state.topic.min.isr", inSync);
        properties.setProperty("default.replication.factor", replicas);
        properties.setProperty("min.insync.replicas", inSync);
        if (settings.state() == null) {
            // Not where data is found again: a transaction that times out while a restarted broker's partitions have no
            // leader yet is noted as ended without its markers, and hangs (Kafka 4.4). The usual 10 s pass that moment.
            properties.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        }
        boolean quick = settings.quickShutdown() || settings.nodes() > 1;
        properties.setProperty("controlled.shutdown.enable", String.valueOf(!quick));
        properties.putAll(settings.broker());
        return properties;
    }

    /** The static form of the quorum, because it may name other ports at the next start and the dynamic one may not. */
    private static String voters(List<Ports> ports) {
        StringJoiner voters = new StringJoiner(",");
        for (int node = 1; node <= ports.size(); node++) {
            voters.add(node + "@" + HOST + ":" + ports.get(node - 1).controller());
        }
        return voters.toString();
    }
}
