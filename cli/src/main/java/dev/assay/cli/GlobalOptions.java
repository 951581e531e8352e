package dev.assay.cli;

import dev.assay.cli.terminal.Screen;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that every command takes, before or behind its name. */
final class GlobalOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "show this help")
    boolean help;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            scope = ScopeType.INHERIT,
            description = "Kafka cluster; else ASSAY_BOOTSTRAP, else the local stack of the state directory")
    @Nullable
    String bootstrap;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "properties file of Kafka client settings (SASL, TLS, schema registry, ...)")
    @Nullable
    Path kafkaConfig;

    @Option(
            names = "-X",
            paramLabel = "KEY=VALUE",
            scope = ScopeType.INHERIT,
            description = "one Kafka client setting, passed through unchanged; may be repeated, wins over the file")
    Map<String, String> kafkaSettings = new LinkedHashMap<>();

    @Option(
            names = "--prefix",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "what topics, groups and transactional ids start with (assay)")
    @Nullable
    String prefix;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "where the local stack keeps its state (./.assay)")
    Path state = Path.of(".assay");

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "machine output on stdout, everything for people on stderr")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "say only what was asked for")
    boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "say more; show the trace of an error")
    boolean verbose;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            scope = ScopeType.INHERIT,
            description = "auto, always or never (auto)")
    Screen.Colour colour = Screen.Colour.AUTO;
}
