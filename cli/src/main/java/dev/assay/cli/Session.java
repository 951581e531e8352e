package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.stack.StackRecord;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Terminal;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What one call of {@code assay} has to work with: terminal, global options, clock. Every command gets it. */
final class Session {
    private static final Duration SERVICE_PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Terminal terminal;
    private final GlobalOptions options;

    Session(Terminal terminal, GlobalOptions options) {
        this.terminal = terminal;
        this.options = options;
    }

    Terminal terminal() {
        return terminal;
    }

    GlobalOptions options() {
        return options;
    }

    Clock clock() {
        return Clock.system();
    }

    Screen screen() {
        return new Screen(terminal, options.json, options.quiet, options.colour);
    }

    Path state() {
        return options.state;
    }

    KafkaSettings kafka() {
        return ClusterAddress.resolve(options, terminal.environment());
    }

    /** Routes that exist; empty where the cluster is not the local stack, since nobody else tells. */
    Set<String> knownRoutes() {
        Optional<StackRecord> stack = StackRecord.read(options.state);
        return stack.filter(found -> found.bootstrap().equals(kafka().bootstrap()))
                .map(found -> Set.copyOf(found.routes()))
                .orElse(Set.of());
    }

    Cluster cluster() {
        return Cluster.open(kafka());
    }

    /** The cluster of a service, awaited for a while. */
    Cluster serviceCluster() throws InterruptedException {
        return Cluster.await(kafka(), SERVICE_PATIENCE, clock(), screen()::note);
    }

    ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Prints one JSON value on a line of its own. */
    void json(JsonNode value) {
        screen().data(value.toString());
    }
}
