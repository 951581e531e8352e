package dev.assay.sandbox.broker;

import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/** One node of the cluster: broker and controller, stopped or serving. */
final class Node {
    private final Properties properties;
    private final NodeProperties.Ports ports;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable KafkaRaftServer server;

    Node(Properties properties, NodeProperties.Ports ports) {
        this.properties = properties;
        this.ports = ports;
    }

    NodeProperties.Ports ports() {
        return ports;
    }

    /** Returns when it serves. */
    void start() {
        lock.lock();
        try {
            if (server == null) {
                server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
                server.startup();
            }
        } finally {
            lock.unlock();
        }
    }

    void stop() {
        lock.lock();
        try {
            KafkaRaftServer running = server;
            server = null;
            if (running != null) {
                running.shutdown();
                running.awaitShutdown();
            }
        } finally {
            lock.unlock();
        }
    }
}
