package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Screen;
import dev.assay.schemas.topics.Topics;
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
        footer = {"", "Examples:", "  assay report nightly-7 --out nightly-7.html", "  assay report nightly-7 --open"})
final class ReportCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "where to write it (RUN.html)")
    private @Nullable Path out;

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
            RunView run = cluster.run(runId);
            cluster.require(List.of(topics.results(), topics.scores()));
            Path file = (out == null ? Path.of(runId + ".html") : out).toAbsolutePath();
            write(cluster, run, file);
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

    private void write(Cluster cluster, RunView run, Path file) {
        Path directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new Trouble(ExitCode.BAD_INPUT, "--out: " + directory + " is no directory", "make it first");
        }
        try {
            ReportPage.write(cluster.clients(), run, file, session.clock().now());
        } catch (IOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "--out: " + file + " cannot be written: " + e.getMessage(), "", e);
        }
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
