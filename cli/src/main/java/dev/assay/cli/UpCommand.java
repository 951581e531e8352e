package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.cli.stack.LocalStack;
import dev.assay.cli.stack.ModelSource;
import dev.assay.cli.stack.StackSettings;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.scorer.scoring.Scorers;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.breaker.BreakerSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay up}: broker, topics, scorer and worker in one process, until Ctrl-C. */
@Command(
        name = "up",
        description = {
            "Runs a local stack until Ctrl-C: broker, topics, scorer and worker in one process. Its state stays.",
            "Other commands find it by the state directory. Without --base-url a simulated provider answers."
        },
        footer = {
            "",
            "Examples:",
            "  assay up --base-url https://api.openai.com/v1 --key-variable OPENAI_API_KEY --model gpt-4o-mini",
            "  assay up --base-url http://127.0.0.1:11434/v1 --model llama3.2",
            "  assay up --book questions.jsonl --accuracy 0.8"
        })
final class UpCommand implements Callable<Integer> {
    private static final Duration DRAIN_GRACE = Duration.ofSeconds(10);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(90);

    private final Session session;

    @Option(names = "--base-url", paramLabel = "URL", description = "OpenAI-compatible endpoint, up to and with /v1")
    private @Nullable String baseUrl;

    @Option(names = "--key-variable", paramLabel = "VAR", description = "environment variable with its key")
    private @Nullable String keyVariable;

    @Option(names = "--model", paramLabel = "MODEL", description = "model to ask for; needed with --base-url")
    private @Nullable String model;

    @Option(
            names = "--judge-model",
            paramLabel = "MODEL",
            description = "model of the same endpoint that judges answers, by route judge (as --model)")
    private @Nullable String judge;

    @Option(
            names = "--route",
            paramLabel = "ROUTE",
            defaultValue = "main",
            description = "name of the route that it answers (main)")
    private String route = "main";

    @Option(names = "--lane", paramLabel = "LANE", description = "lane to serve; may be repeated (batch)")
    private List<String> lanes = new ArrayList<>();

    @Option(names = "--in-flight", paramLabel = "N", defaultValue = "32", description = "calls at once (32)")
    private int inFlight;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "the broker's port; 0 for a free one (0)")
    private int port;

    @Mixin
    private final PluginOptions plugins = new PluginOptions();

    @Mixin
    private final SimulatorOptions simulator = new SimulatorOptions();

    @Mixin
    private final HttpOptions http = new HttpOptions();

    UpCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LogLevel.SERVICE.apply();
        Screen screen = session.screen();
        StackSettings settings = settings();
        Scorers scorers = plugins.loadReady(session);
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (StopSignal stop = StopSignal.listen(LONGEST_STOP);
                LocalStack stack = LocalStack.start(
                        settings,
                        scorers,
                        meters,
                        session.clock(),
                        (what, took) -> screen.note(
                                screen.noteStyle().green(screen.noteStyle().tick()) + " " + what + " ("
                                        + Figures.duration(took) + ")"));
                HttpOptions.Served served = http.serve(meters, stack::isReady)) {
            served.tell(screen);
            tell(screen, settings, stack);
            stop.await();
            stop.inPeace();
            screen.note("stopping: running calls may end within " + Figures.duration(DRAIN_GRACE));
        }
        return ExitCode.OK.number();
    }

    private StackSettings settings() {
        try {
            List<String> served = lanes.isEmpty() ? List.of("batch") : lanes;
            ModelSource source = source();
            return new StackSettings(
                    session.state(),
                    port,
                    ClusterAddress.topics(session.options().prefix),
                    served.stream().map(LaneSettings::of).toList(),
                    List.of(source),
                    judge == null ? source.model() : judge,
                    false,
                    BreakerSettings.standard(),
                    inFlight,
                    DRAIN_GRACE);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, String.valueOf(e.getMessage()), "see: assay up --help", e);
        }
    }

    private ModelSource source() {
        if (baseUrl == null) {
            if (keyVariable != null) {
                throw new Trouble(ExitCode.USAGE, "--key-variable belongs to --base-url", "give --base-url URL");
            }
            String asked = model == null ? "simulator-small" : model;
            return new ModelSource.Simulated(route, simulator.over(SimulatorSettings.standard()), asked);
        }
        if (model == null) {
            throw new Trouble(
                    ExitCode.USAGE, "--model: missing (expected with --base-url: a model of the endpoint)", "");
        }
        if (keyVariable != null
                && session.terminal()
                        .environment()
                        .getOrDefault(keyVariable, "")
                        .isBlank()) {
            throw new Trouble(
                    ExitCode.BAD_INPUT,
                    "--key-variable: " + keyVariable + " is not set",
                    "export " + keyVariable + "=...");
        }
        return new ModelSource.Endpoint(route, baseUrl, keyVariable, model);
    }

    private void tell(Screen screen, StackSettings settings, LocalStack stack) {
        if (screen.json()) {
            ObjectNode answer = session.object();
            answer.put("bootstrap", stack.kafka().bootstrap());
            answer.put("state", settings.state().toString());
            answer.put("route", route);
            for (ProviderSimulator simulated : stack.simulators()) {
                answer.put("simulator", simulated.baseUrl());
            }
            session.json(answer);
            return;
        }
        screen.say("Assay is up: broker on " + stack.kafka().bootstrap() + ", state in " + settings.state());
        for (ProviderSimulator simulated : stack.simulators()) {
            screen.say("a simulated provider answers (" + simulated.baseUrl() + ")"
                    + (simulated.answers().size() == 0
                            ? "; it knows no answers, give it some: --book FILE"
                            : ", " + Figures.count(simulated.answers().rightCount()) + " of "
                                    + Figures.counted(simulated.answers().size(), "question") + " rightly"));
        }
        screen.say("in another terminal: assay submit FILE --wait" + (route.equals("main") ? "" : " --route " + route));
        screen.say("Ctrl-C stops it.");
    }
}
