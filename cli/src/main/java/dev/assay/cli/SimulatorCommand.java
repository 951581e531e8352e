package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.runtime.YamlFile;
import dev.assay.sandbox.simulator.FaultNames;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay simulator}: a provider that is none, in the foreground. */
@Command(
        name = "simulator",
        description = "Runs a simulated provider (OpenAI chat completions) until Ctrl-C.",
        footer = {
            "",
            "Examples:",
            "  assay simulator --port 8089 --book questions.jsonl --accuracy 0.8 --latency 'p50=200ms p99=2s'",
            "  assay simulator --config simulator.yaml",
            "  assay simulator --faults               lists the faults that it knows"
        })
final class SimulatorCommand implements Callable<Integer> {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    private final Session session;

    @Option(names = "--port", paramLabel = "PORT", description = "port; 0 for a free one (8089, or the file's)")
    private @Nullable Integer port;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "settings in YAML: limits, faults by time window, streaming, log")
    private @Nullable Path config;

    @Option(
            names = "--api-key",
            paramLabel = "KEY",
            description = "key that it knows; may be repeated (any key or none)")
    private List<String> apiKeys = new ArrayList<>();

    @Option(names = "--faults", description = "list the faults by name and end")
    private boolean listFaults;

    @Mixin
    private final SimulatorOptions options = new SimulatorOptions();

    SimulatorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        if (listFaults) {
            FaultNames.all()
                    .forEach(fault -> screen.say(String.format(
                            "%-32s %s",
                            fault.name() + (fault.value().isEmpty() ? "" : "=" + fault.value()), fault.meaning())));
            return ExitCode.OK.number();
        }
        try (StopSignal stop = StopSignal.listen(LONGEST_STOP);
                ProviderSimulator simulator = start(settings())) {
            if (screen.json()) {
                ObjectNode answer = session.object();
                answer.put("baseUrl", simulator.baseUrl());
                answer.put("questions", simulator.answers().size());
                answer.put("right", simulator.answers().rightCount());
                session.json(answer);
            } else {
                screen.say("simulated provider on " + simulator.baseUrl());
                if (simulator.answers().size() > 0) {
                    screen.say("its book: " + Figures.count(simulator.answers().rightCount()) + " of "
                            + Figures.counted(simulator.answers().size(), "question") + " are answered rightly");
                }
            }
            stop.await();
            stop.inPeace();
        }
        return ExitCode.OK.number();
    }

    private SimulatorSettings settings() {
        try {
            SimulatorSettings settings = config == null
                    ? SimulatorSettings.standard().withPort(8089)
                    : YamlFile.read(config, SimulatorSettings.class);
            if (port != null) {
                settings = settings.withPort(port);
            }
            if (!apiKeys.isEmpty()) {
                settings = settings.withApiKeys(apiKeys.toArray(String[]::new));
            }
            return options.over(settings);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), "see: assay simulator --help", e);
        }
    }

    private static ProviderSimulator start(SimulatorSettings settings) {
        try {
            return ProviderSimulator.start(settings);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), "", e);
        }
    }
}
