package dev.assay.sandbox.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka cluster in this JVM: the real broker of {@code kafka_2.13}, with its data in one directory.
 *
 * <pre>{@code
 * try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary())) {
 *     KafkaSettings settings = KafkaSettings.of(kafka.bootstrap());
 * }
 * }</pre>
 *
 * <p>Its log is quiet where the logback configuration includes {@code dev/assay/sandbox/logback-levels.xml}, and
 * opened again with {@code -Dassay.log.kafka=INFO}.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);
    private static final int BIND_TRIES = 5;

    private final StateDirectory state;
    private final List<Node> nodes;

    private EmbeddedKafka(StateDirectory state, List<Node> nodes) {
        this.state = state;
        this.nodes = nodes;
    }

    /**
     * Starts it and returns when every node serves; 3 to 5 s.
     *
     * @throws IllegalStateException when the state directory is in use, or the port asked for is
     */
    public static EmbeddedKafka start(EmbeddedKafkaSettings settings) {
        try {
            StateDirectory state = StateDirectory.open(settings.state(), settings.nodes());
            try {
                return new EmbeddedKafka(state, startNodes(settings, state));
            } catch (IOException | RuntimeException e) {
                state.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the embedded broker", e);
        }
    }

    /** Value for {@code bootstrap.servers}; names every node, stopped ones too. */
    public String bootstrap() {
        return nodes.stream()
                .map(node -> NodeProperties.HOST + ":" + node.ports().broker())
                .collect(Collectors.joining(","));
    }

    /** Port of the first node. */
    public int port() {
        return nodes.getFirst().ports().broker();
    }

    /**
     * Stops one node as a crash would look to the others: it leaves without handing over.
     *
     * @param node from 1
     */
    public void stopNode(int node) {
        node(node).stop();
    }

    /** Starts a stopped node on its own ports and data again, and returns when it serves. */
    public void startNode(int node) {
        node(node).start();
    }

    @Override
    public void close() {
        try {
            all(nodes, Node::stop);
        } finally {
            state.close();
        }
    }

    private Node node(int node) {
        if (node < 1 || node > nodes.size()) {
            throw new IllegalArgumentException("node: " + node + " (expected: 1 to " + nodes.size() + ")");
        }
        return nodes.get(node - 1);
    }

    private static List<Node> startNodes(EmbeddedKafkaSettings settings, StateDirectory state) throws IOException {
        for (int i = 0; settings.port() != 0 && i < settings.nodes(); i++) {
            if (!FreePorts.isFree(settings.port() + i)) {
                throw taken(settings.port() + i, null);
            }
        }
        for (int tries = 1; ; tries++) {
            List<Node> nodes = prepare(settings, state);
            try {
                all(nodes, Node::start);
                return nodes;
            } catch (RuntimeException e) {
                stopQuietly(nodes);
                if (!isBindFailure(e)) {
                    throw e;
                }
                if (tries == BIND_TRIES) {
                    throw settings.port() == 0 ? e : taken(settings.port(), e);
                }
                LOG.info("A port was taken in the meantime; trying others");
            }
        }
    }

    private static IllegalStateException taken(int port, @Nullable RuntimeException cause) {
        return new IllegalStateException(
                "port: " + port + " is taken (stop what listens there, or choose another)", cause);
    }

    private static List<Node> prepare(EmbeddedKafkaSettings settings, StateDirectory state) throws IOException {
        int count = settings.nodes();
        List<Integer> free = FreePorts.take(2 * count);
        List<NodeProperties.Ports> ports = IntStream.range(0, count)
                .mapToObj(i -> new NodeProperties.Ports(
                        settings.port() == 0 ? free.get(i) : settings.port() + i, free.get(count + i)))
                .toList();
        List<Node> nodes = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            Properties properties = NodeProperties.of(settings, id, ports, state.logDir(id));
            state.format(id, properties);
            nodes.add(new Node(properties, ports.get(id - 1)));
        }
        return nodes;
    }

    /** Does it for all nodes at once, because a node's start waits for a quorum of the others. */
    private static void all(List<Node> nodes, Consumer<Node> action) {
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("assay-kafka-node-", 1).factory())) {
            List<Future<?>> running = new ArrayList<>();
            nodes.forEach(node -> running.add(threads.submit(() -> action.accept(node))));
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("embedded broker: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the embedded broker", e);
        }
    }

    private static void stopQuietly(List<Node> nodes) {
        try {
            all(nodes, Node::stop);
        } catch (RuntimeException e) {
            LOG.debug("A node that failed to start did not stop cleanly either", e);
        }
    }

    private static boolean isBindFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean bind = cause instanceof BindException
                    || String.valueOf(cause.getMessage()).contains("Address already in use");
            if (bind) {
                return true;
            }
        }
        return false;
    }
}
