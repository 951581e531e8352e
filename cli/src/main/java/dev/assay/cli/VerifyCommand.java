package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunView;
import dev.assay.cli.read.Verification;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.VerificationJson;
import dev.assay.cli.view.VerificationLines;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.topics.Names;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay verify RUN}: proves that no job of a run is lost or counted twice. */
@Command(
        name = "verify",
        description = {
            "Proves that a run adds up: enqueued = sum of the outcomes + in flight, remainder 0; also while it runs.",
            "In flight is counted where it is: on the lane and parked by the workers' settlements, in results without"
                    + " a score.",
            "Exit code 1 when anything is lost, doubled or miscounted."
        },
        footer = {"", "Examples:", "  assay verify nightly-7", "  assay verify nightly-7 --wait 10m && echo complete"})
final class VerifyCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description = "wait until the run is over, so long at most (exit code 7 when it is not)")
    private @Nullable Duration wait;

    VerifyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            RunView run = cluster.run(runId);
            RunManifest manifest = run.manifest();
            if (manifest == null) {
                throw new Trouble(
                        ExitCode.NOT_FOUND, "run " + runId + " has no manifest, so its lane is not known", "");
            }
            if (!Names.isName(manifest.getLane())) {
                throw new Trouble(
                        ExitCode.NOT_FOUND,
                        "run " + runId + " has a manifest that names no lane, so it cannot be read",
                        "");
            }
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.jobs(manifest.getLane()), topics.results(), topics.scores()));
            if (wait != null) {
                await(cluster, screen, wait);
            }
            Verification verification = Verification.of(cluster.clients(), manifest);
            if (screen.json()) {
                session.json(VerificationJson.of(verification));
            } else {
                screen.say(VerificationLines.of(verification, screen.style()));
            }
            return (verification.holds() ? ExitCode.OK : ExitCode.NO).number();
        }
    }

    private void await(Cluster cluster, Screen screen, Duration longest) {
        RunWatch.End end = RunWatch.aside(screen, session.clock()).follow(cluster.clients(), runId, longest, run -> {});
        switch (end) {
            case RunWatch.End.Over over -> {}
            case RunWatch.End.TimedOut late -> throw WatchCommand.timedOut(late, longest);
        }
    }
}
