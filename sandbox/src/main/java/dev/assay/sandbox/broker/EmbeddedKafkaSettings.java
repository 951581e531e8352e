package dev.assay.sandbox.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an embedded broker is started with.
 *
 * @param state directory that keeps the data over restarts; null for a temporary one, deleted at the end
 * @param port port of the first node, the others take the following ones; 0 for free ports
 * @param nodes 1 or 3; with three, each is broker and controller
 * @param quickShutdown whether a stopping node just leaves instead of first handing over its partitions; with three
 *     nodes it always does, because the last one would wait for a quorum that is gone
 * @param broker further broker settings, which win over those of the sandbox
 */
public record EmbeddedKafkaSettings(
        @Nullable Path state, int port, int nodes, boolean quickShutdown, Map<String, String> broker) {
    public EmbeddedKafkaSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535; 0 for a free one)");
        }
        if (nodes != 1 && nodes != 3) {
            throw new IllegalArgumentException("nodes: " + nodes + " (expected: 1 or 3)");
        }
        state = state == null ? null : state.toAbsolutePath().normalize();
        broker = Map.copyOf(new TreeMap<>(broker));
    }

    /** One node on a free port whose data is deleted at the end. */
    public static EmbeddedKafkaSettings temporary() {
        return new EmbeddedKafkaSettings(null, 0, 1, true, Map.of());
    }

    /** One node on a free port whose data stays in that directory. */
    public static EmbeddedKafkaSettings keptIn(Path state) {
        return new EmbeddedKafkaSettings(state, 0, 1, false, Map.of());
    }

    public EmbeddedKafkaSettings withPort(int wanted) {
        return new EmbeddedKafkaSettings(state, wanted, nodes, quickShutdown, broker);
    }

    public EmbeddedKafkaSettings withNodes(int wanted) {
        return new EmbeddedKafkaSettings(state, port, wanted, quickShutdown, broker);
    }

    public EmbeddedKafkaSettings withQuickShutdown(boolean wanted) {
        return new EmbeddedKafkaSettings(state, port, nodes, wanted, broker);
    }

    /** Adds a broker setting, such as {@code log.retention.ms}. */
    public EmbeddedKafkaSettings withBroker(String key, String value) {
        Map<String, String> changed = new TreeMap<>(broker);
        changed.put(key, value);
        return new EmbeddedKafkaSettings(state, port, nodes, quickShutdown, changed);
    }

    EmbeddedKafkaSettings withState(Path wanted) {
        return new EmbeddedKafkaSettings(wanted, port, nodes, quickShutdown, broker);
    }
}
