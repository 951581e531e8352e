package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunReader;
import dev.assay.cli.read.RunView;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.schemas.topics.Names;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;

/**
 * A cluster that is known to answer. Kafka's own clients keep trying for a minute and say nothing meanwhile; a person
 * who mistyped a port wants to know at once.
 */
final class Cluster implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 8_000;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final KafkaClients clients;
    private final Admin admin;

    private Cluster(KafkaClients clients, Admin admin) {
        this.clients = clients;
        this.admin = admin;
    }

    /**
     * The same for a service, which waits for a cluster that is away: one that is started while a broker restarts would
     * else end, and be started again by whoever looks after it, later and later each time.
     *
     * @param patience how long it waits
     * @param waiting is told each time that nobody answered
     */
    static Cluster await(KafkaSettings settings, Duration patience, Clock clock, Consumer<String> waiting)
            throws InterruptedException {
        long start = clock.nanos();
        while (true) {
            try {
                return open(settings);
            } catch (Trouble trouble) {
                boolean isAway = trouble.code() == ExitCode.UNREACHABLE;
                if (!isAway || clock.nanos() - start >= patience.toNanos()) {
                    throw trouble;
                }
                waiting.accept(trouble.getMessage() + "; still trying");
                clock.pause(BETWEEN_TRIES);
            }
        }
    }

    static Cluster open(KafkaSettings settings) {
        KafkaClients clients = new KafkaClients(settings);
        Admin admin;
        try {
            admin = clients.admin("assay-cli");
        } catch (KafkaException e) {
            throw unreachable(settings, e.getCause() == null ? e : e.getCause());
        }
        try {
            admin.describeCluster(new DescribeClusterOptions().timeoutMs(PATIENCE_MILLIS))
                    .clusterId()
                    .get();
            return new Cluster(clients, admin);
        } catch (ExecutionException e) {
            admin.close();
            throw unreachable(settings, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            admin.close();
            Thread.currentThread().interrupt();
            throw new Trouble(ExitCode.INTERRUPTED, "interrupted", "", e);
        }
    }

    KafkaClients clients() {
        return clients;
    }

    Admin admin() {
        return admin;
    }

    /** Makes sure that the topics are there, and says what creates them where they are not. */
    Cluster require(List<String> topics) {
        try {
            new TopicAdmin(admin).require(topics);
            return this;
        } catch (IllegalStateException e) {
            throw new Trouble(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), "", e);
        }
    }

    /** A run that must be there. */
    RunView run(String runId) {
        requireRunId(runId);
        require(List.of(clients.settings().topics().runs()));
        try (RunReader reader = RunReader.of(clients, runId)) {
            reader.refresh();
            return reader.run(runId).orElseThrow(() -> noSuchRun(runId));
        }
    }

    static void requireRunId(String runId) {
        if (!Names.isName(runId)) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "run: '" + runId
                            + "' (expected: 1 to 100 letters, digits, '.', '_' or '-', the first a letter or digit)",
                    "");
        }
    }

    static Trouble noSuchRun(String runId) {
        return new Trouble(ExitCode.NOT_FOUND, "no run " + runId + " on this cluster", "list them: assay runs");
    }

    @Override
    public void close() {
        admin.close();
    }

    private static Trouble unreachable(KafkaSettings settings, Throwable cause) {
        return new Trouble(
                ExitCode.UNREACHABLE,
                "no Kafka cluster answers at " + settings.bootstrap() + ": " + cause.getMessage(),
                "check --bootstrap and the client settings, or start a local stack: assay up",
                cause);
    }
}
