package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.runtime.YamlFile;
import dev.assay.scorer.Scorer;
import dev.assay.scorer.ScorerSettings;
import dev.assay.scorer.scoring.Scorers;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay scorer}: turns results into scores and run summaries; in the foreground. */
@Command(
        name = "scorer",
        description =
                "Runs a scorer until it is stopped. Several share the work; each needs a state directory of its own.",
        footer = {
            "",
            "Examples:",
            "  assay scorer --bootstrap kafka:9092 --http-port 9471",
            "  assay scorer --config scorer.yaml",
            "  assay scorer --plugins plugins"
        })
final class ScorerCommand implements Callable<Integer> {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(40);

    private final Session session;

    @Option(names = "--config", paramLabel = "FILE", description = "settings in YAML; stateDir is needed there")
    private @Nullable Path config;

    @Mixin
    private final PluginOptions plugins = new PluginOptions();

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Mixin
    private final ChildOptions child = new ChildOptions();

    ScorerCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        LogLevel.SERVICE.apply();
        child.watchParent();
        ScorerSettings settings = settings();
        Scorers scorers = plugins.loadReady(session);
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Cluster cluster = session.serviceCluster();
                StopSignal stop = StopSignal.listen(LONGEST_STOP)) {
            Scorer scorer = start(settings, scorers, cluster, meters);
            try (HttpOptions.Served served = http.serve(meters, scorer::isReady)) {
                served.tell(session.screen());
                session.screen().note("scorer with its state in " + settings.stateDir());
                Thread.ofVirtual().name("assay-scorer-end").start(() -> askWhenStopped(scorer, stop));
                child.tellWhenReady(session, "scorer", scorer::isReady);
                stop.await();
                scorer.close();
            }
            int code = end(scorer.awaitStopped());
            stop.inPeace();
            return code;
        }
    }

    private Scorer start(ScorerSettings settings, Scorers scorers, Cluster cluster, PrometheusMeterRegistry meters) {
        try {
            return Scorer.start(settings, scorers, cluster.clients().settings(), meters, session.clock());
        } catch (IllegalStateException e) {
            throw new Trouble(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), "", e);
        }
    }

    private static void askWhenStopped(Scorer scorer, StopSignal stop) {
        try {
            scorer.awaitStopped();
            stop.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int end(Scorer.Stopped stopped) {
        return switch (stopped) {
            case Scorer.Stopped.Closed closed -> ExitCode.OK.number();
            case Scorer.Stopped.Failed(String reason, Throwable cause) ->
                throw new Trouble(
                        ExitCode.UNREACHABLE, "the scorer could not go on: " + reason, "start it again", cause);
        };
    }

    private ScorerSettings settings() {
        if (config == null) {
            return ScorerSettings.in(session.state().resolve("scorer"));
        }
        try {
            return YamlFile.read(config, ScorerSettings.class);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), "", e);
        }
    }
}
