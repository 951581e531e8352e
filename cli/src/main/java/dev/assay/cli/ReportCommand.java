package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Screen;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.compare.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay report RUN}: a page about a run that opens without a network. */
@Command(
        name = "report",
        description = "Writes an HTML page about a run: scores, failures, latencies, costs, worst items. It needs no"
                + " network.",
        footer = {
            "",
            "Examples:",
            "  assay report nightly-7 --out nightly-7.html",
            "  assay report nightly-7 --open",
            "  assay report nightly-8 --against nightly-7"
        })
final class ReportCommand implements Callable<Integer> {
    private static final int CHANGES_SHOWN = 20;

    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "where to write it (RUN.html)")
    private @Nullable Path out;

    @Option(names = "--score-set", paramLabel = "NAME", description = "the scores of that set, not the run's own")
    private @Nullable String scoreSet;

    @Option(
            names = "--against",
            paramLabel = "RUN_B",
            description = "show what changed since that run, or RUN:SET, and which jobs")
    private @Nullable String against;

    @Option(names = "--open", description = "show it in the browser")
    private boolean open;

    ReportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            Topics topics = cluster.clients().settings().topics();
            RunRef ref = RunRef.of(scoreSet == null ? runId : runId + ":" + scoreSet);
            RunView run = ScoreSource.run(cluster, ref);
            cluster.require(List.of(topics.results(), topics.scores()));
            Path file = (out == null ? Path.of(runId + ".html") : out).toAbsolutePath();
            write(cluster, ref, run, file);
            if (screen.json()) {
                ObjectNode answer = session.object();
                answer.put("runId", runId);
                answer.put("file", file.toString());
                session.json(answer);
            } else {
                screen.say("report of run " + runId + ": " + file.toUri());
            }
            if (open) {
                show(screen, file);
            }
        }
        return ExitCode.OK.number();
    }

    private void write(Cluster cluster, RunRef ref, RunView run, Path file) {
        Path directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new Trouble(ExitCode.BAD_INPUT, "--out: " + directory + " is no directory", "make it first");
        }
        try {
            ReportPage.write(
                    cluster.clients(),
                    ref,
                    run,
                    against(cluster, ref, run),
                    file,
                    session.clock().now());
        } catch (IOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "--out: " + file + " cannot be written: " + e.getMessage(), "", e);
        }
    }

    /** The comparison that was asked for; refused before anything is written where the runs are not comparable. */
    private ReportPage.@Nullable Addition against(Cluster cluster, RunRef ref, RunView run) {
        if (against == null) {
            return null;
        }
        RunRef other = RunRef.of(against);
        RunPair pair = new RunPair(other, ref);
        RunView otherRun = ScoreSource.run(cluster, other);
        pair.requireOver(otherRun, true);
        pair.requireOver(run, true);
        pair.requireSameYardstick(cluster.clients(), otherRun, run);
        return (report, scores) -> {
            Comparison comparison = new Comparison(CHANGES_SHOWN);
            try (RunScores otherScores = ScoreSource.scores(cluster, other, otherRun)) {
                pair.pair(otherScores, scores, comparison::add);
            }
            report.against(other.toString(), comparison.result());
            pair.warnings().forEach(session.screen()::warn);
        };
    }

    /** A browser that cannot be started is no failure: the page is there. */
    private static void show(Screen screen, Path file) {
        boolean isMac = System.getProperty("os.name", "").startsWith("Mac");
        try {
            new ProcessBuilder(isMac ? "open" : "xdg-open", file.toUri().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            screen.warn("no browser can be opened from here; open " + file.toUri());
        }
    }
}
