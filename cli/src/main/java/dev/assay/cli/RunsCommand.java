package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.read.RunReader;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunJson;
import dev.assay.cli.view.RunLines;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay runs}: every run that the cluster knows, the latest first. */
@Command(
        name = "runs",
        description = "Lists runs, the latest first.",
        footer = {"", "Examples:", "  assay runs --limit 5", "  assay runs --json | jq .runId"})
final class RunsCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "how many to show (20); 0 for all")
    private int limit;

    RunsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            cluster.require(List.of(cluster.clients().settings().topics().runs()));
            try (RunReader reader = RunReader.ofAll(cluster.clients())) {
                reader.refresh();
                List<RunView> runs = reader.runs();
                List<RunView> shown = limit > 0 && runs.size() > limit ? runs.subList(0, limit) : runs;
                if (screen.json()) {
                    shown.forEach(run -> session.json(RunJson.of(run)));
                } else {
                    screen.say(RunLines.table(shown).lines(screen.style()));
                }
                if (shown.size() < runs.size()) {
                    screen.note((runs.size() - shown.size()) + " older runs are not shown (--limit 0 shows all)");
                }
                if (reader.damaged() > 0) {
                    screen.warn(reader.damaged() + " records of the runs topic cannot be read and were passed over");
                }
            }
        }
        return ExitCode.OK.number();
    }
}
