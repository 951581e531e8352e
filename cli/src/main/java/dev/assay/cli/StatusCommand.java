package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunJson;
import dev.assay.cli.view.RunLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code assay status RUN}: how a run stands now. */
@Command(
        name = "status",
        description = "Says how a run stands: outcomes, pass rate, latencies, tokens.",
        footer = {"", "Examples:", "  assay status nightly-7", "  assay status nightly-7 --json | jq .summary.passRate"
        })
final class StatusCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            RunView run = cluster.run(runId);
            if (screen.json()) {
                session.json(RunJson.of(run));
            } else {
                screen.say(RunLines.of(run, screen.style(), screen.columns()));
            }
        }
        return ExitCode.OK.number();
    }
}
