package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunJson;
import dev.assay.cli.view.RunLines;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay watch RUN}: follows a run until it is over. */
@Command(
        name = "watch",
        description = "Follows a run live until it is over: outcomes, pace, time left, latencies.",
        footer = {
            "",
            "Examples:",
            "  assay watch nightly-7",
            "  assay watch nightly-7 --timeout 10m --json      a line of JSON for every change",
            "  assay watch nightly-7 --fail-on 'cap-hits=5%%,unscored=2%%'"
        })
final class WatchCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "give up after, such as 30s, 10m, 2h (exit code 7)")
    private @Nullable Duration timeout;

    @Mixin
    private final FailOnOptions failOn = new FailOnOptions();

    WatchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        failOn.failOn();
        try (Cluster cluster = session.cluster()) {
            cluster.run(runId);
            RunWatch.End end = RunWatch.aside(screen, session.clock())
                    .follow(cluster.clients(), runId, timeout, run -> {
                        if (screen.json()) {
                            session.json(RunJson.of(run));
                        }
                    });
            return switch (end) {
                case RunWatch.End.Over over -> {
                    if (!screen.json()) {
                        screen.say(RunLines.of(over.last(), screen.style(), screen.columns()));
                        failOn.say(screen, over.last().summary());
                    }
                    failOn.require(over.last().summary());
                    yield ExitCode.OK.number();
                }
                case RunWatch.End.TimedOut late -> throw timedOut(late, timeout);
            };
        }
    }

    static Trouble timedOut(RunWatch.End.TimedOut late, @Nullable Duration timeout) {
        return new Trouble(
                ExitCode.TIMED_OUT,
                "run " + late.last().runId() + " is not over after "
                        + Figures.duration(timeout == null ? Duration.ZERO : timeout) + ": "
                        + Figures.count(late.last().finished()) + " of "
                        + Figures.count(late.last().enqueued()) + " jobs have ended",
                "it goes on; follow it: assay watch " + late.last().runId());
    }
}
