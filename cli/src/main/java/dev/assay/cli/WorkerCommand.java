package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.runtime.YamlFile;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.RouteSettings;
import dev.assay.worker.Worker;
import dev.assay.worker.WorkerSettings;
import dev.assay.worker.call.ProviderSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay worker}: pulls jobs, calls models, settles results; in the foreground. */
@Command(
        name = "worker",
        description = {
            "Runs a worker until it is stopped; SIGTERM drains it: running calls may end, the rest runs elsewhere.",
            "Without --config it serves one route from one provider."
        },
        footer = {
            "",
            "Examples:",
            "  assay worker --config worker.yaml --http-port 9470",
            "  assay worker --provider openai=https://api.openai.com/v1 --key-variable OPENAI_API_KEY"
                    + " --model gpt-4o-mini"
        })
final class WorkerCommand implements Callable<Integer> {
    /** What stopping may take beyond the grace of running calls: cutting, a last settlement, leaving the group. */
    private static final Duration STOP_MARGIN = Duration.ofSeconds(70);

    private final Session session;

    @Option(names = "--config", paramLabel = "FILE", description = "settings in YAML, see examples/worker.yaml")
    private @Nullable Path config;

    @Option(
            names = "--provider",
            paramLabel = "NAME=URL",
            description = "without a file: the provider, by name and base URL")
    private Map<String, String> providers = Map.of();

    @Option(
            names = "--key-variable",
            paramLabel = "VAR",
            description = "without a file: environment variable with its key")
    private @Nullable String keyVariable;

    @Option(names = "--model", paramLabel = "MODEL", description = "without a file: the model to ask for")
    private @Nullable String model;

    @Option(
            names = "--route",
            paramLabel = "ROUTE",
            defaultValue = "main",
            description = "without a file: the route that it answers (main)")
    private String route = "main";

    @Option(
            names = "--lane",
            paramLabel = "LANE",
            description = "without a file: lane to serve; may be repeated (batch)")
    private List<String> lanes = new ArrayList<>();

    @Option(names = "--in-flight", paramLabel = "N", description = "jobs in hand at once (64, or the file's)")
    private @Nullable Integer inFlight;

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Mixin
    private final ChildOptions child = new ChildOptions();

    WorkerCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        LogLevel.SERVICE.apply();
        child.watchParent();
        WorkerSettings settings = settings();
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Cluster cluster = session.serviceCluster();
                StopSignal stop = StopSignal.listen(settings.drainGrace().plus(STOP_MARGIN))) {
            Worker worker = start(settings, cluster, meters);
            try (HttpOptions.Served served =
                    http.serve(meters, worker::isReady).page("/breakers", () -> breakers(worker))) {
                served.tell(session.screen());
                session.screen()
                        .note("worker " + worker.id() + " serves "
                                + String.join(
                                        ", ",
                                        settings.lanes().stream()
                                                .map(LaneSettings::name)
                                                .toList()));
                Thread.ofVirtual().name("assay-worker-end").start(() -> askWhenStopped(worker, stop));
                child.tellWhenReady(session, worker.id(), worker::isReady);
                stop.await();
                worker.close();
            }
            int code = end(worker.awaitStopped());
            stop.inPeace();
            return code;
        }
    }

    private Worker start(WorkerSettings settings, Cluster cluster, PrometheusMeterRegistry meters) {
        try {
            return Worker.start(settings, cluster.clients().settings(), meters, session.clock());
        } catch (IllegalStateException e) {
            throw new Trouble(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), "", e);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), "", e);
        }
    }

    /** A line for each model that it has asked. */
    private static String breakers(Worker worker) {
        return worker.breakers().stream().map(status -> status + "\n").collect(Collectors.joining());
    }

    private static void askWhenStopped(Worker worker, StopSignal stop) {
        try {
            worker.awaitStopped();
            stop.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int end(Worker.Stopped stopped) {
        return switch (stopped) {
            case Worker.Stopped.Drained drained -> ExitCode.OK.number();
            case Worker.Stopped.Failed(String reason, Throwable cause) ->
                throw new Trouble(
                        ExitCode.UNREACHABLE, "the worker could not go on: " + reason, "start it again", cause);
        };
    }

    private WorkerSettings settings() {
        try {
            WorkerSettings settings = config == null ? fromFlags() : YamlFile.read(config, WorkerSettings.class);
            return inFlight == null ? settings : settings.withInFlight(inFlight);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), "", e);
        }
    }

    private WorkerSettings fromFlags() {
        if (providers.size() != 1 || model == null) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "worker: no provider is named",
                    "give --config FILE, or --provider NAME=URL with --model (and --key-variable)");
        }
        Map.Entry<String, String> provider = providers.entrySet().iterator().next();
        List<String> served = lanes.isEmpty() ? List.of("batch") : lanes;
        return WorkerSettings.of(
                served.stream().map(LaneSettings::of).toList(),
                List.of(ProviderSettings.of(provider.getKey(), provider.getValue(), keyVariable, null)),
                List.of(RouteSettings.of(route, provider.getKey(), model)));
    }
}
