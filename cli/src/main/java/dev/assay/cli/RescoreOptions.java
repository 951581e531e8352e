package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunLines;
import dev.assay.schemas.RecordJson;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.ScoreSet;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.scoring.Scorers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code assay score --run RUN}: scores what a run's models answered, anew and without asking them again. */
final class RescoreOptions {

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "score the stored results of this run, in place of a file; makes a score set, RUN:NAME")
    private @Nullable String run;

    @Option(names = "--as", paramLabel = "NAME", description = "with --run: what the score set is called")
    private @Nullable String name;

    @Option(
            names = "--expectation",
            paramLabel = "FILE",
            description =
                    "with --run: lines of {\"id\": ..., \"expectation\": {...}}, or one without an id for all jobs")
    private @Nullable Path file;

    @Option(names = "--why", paramLabel = "TEXT", description = "with --run: why, for those who find the set")
    private @Nullable String reason;

    /** Whether a run is to be scored and not a file. */
    boolean isGiven() {
        if (run == null && (name != null || file != null || reason != null)) {
            throw new Trouble(ExitCode.USAGE, "--as, --expectation and --why belong to --run", "give --run RUN");
        }
        return run != null;
    }

    /**
     * Makes the set, or finds it made.
     *
     * @return the run's summary under it
     */
    RunSummary score(Session session, Scorers scorers, @Nullable String scorer, Map<String, String> options)
            throws IOException {
        String runId = String.valueOf(run);
        String set = name == null ? "" : name;
        if (name == null) {
            throw new Trouble(ExitCode.USAGE, "--run needs a name for the score set", "give --as NAME");
        }
        RunRef ref = RunRef.of(runId + ":" + set);
        NewExpectations expectations = expectations(scorer, options);
        try (Cluster cluster = session.cluster()) {
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.results(), topics.scoreSets()));
            RunView view = cluster.run(ref.runId());
            requireOver(view);
            Optional<ScoreSet> there = view.scoreSet(set);
            if (there.isPresent() && !there.get().getExpectationHash().equals(expectations.hash())) {
                throw new Trouble(
                        ExitCode.CONFLICT,
                        "score set " + ref + " is there with another expectation: "
                                + there.get().getExpectation(),
                        "choose another name with --as");
            }
            Rescoring.Made made = there.isPresent()
                    ? new Rescoring.Made(there.get().getSummary(), 0, 0)
                    : make(session, scorers, cluster, view, set, expectations);
            tell(session, view, ref, made, there.isPresent());
            return made.summary();
        }
    }

    private Rescoring.Made make(
            Session session, Scorers scorers, Cluster cluster, RunView view, String set, NewExpectations expectations)
            throws IOException {
        ScoreSet.Builder entry = ScoreSet.newBuilder()
                .setRunId(view.runId())
                .setName(set)
                .setExpectation(expectations.description())
                .setExpectationHash(expectations.hash())
                .setBy(System.getProperty("user.name", "?") + "@" + host())
                .setReason(reason)
                .setAt(session.clock().now().truncatedTo(ChronoUnit.MILLIS));
        Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
        return new Rescoring(cluster.clients(), scorers, view, expectations).write(entry, scratch);
    }

    private NewExpectations expectations(@Nullable String scorer, Map<String, String> options) {
        if ((scorer == null) == (file == null)) {
            throw new Trouble(
                    ExitCode.USAGE, "--run needs to know how to score", "give --scorer NAME or --expectation FILE");
        }
        if (scorer != null && ScorerNames.JUDGES.contains(scorer)) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "--scorer: " + scorer + " asks a model, which scoring stored results never does",
                    "submit the answers as a run of their own");
        }
        if (scorer != null) {
            return new NewExpectations.OfScorer(scorer, options);
        }
        if (file == null || !Files.isReadable(file) || Files.isDirectory(file)) {
            throw new Trouble(ExitCode.BAD_INPUT, file + ": no such file", "");
        }
        return NewExpectations.file(file);
    }

    private static void requireOver(RunView view) {
        if (view.state() != RunView.State.OVER) {
            throw new Trouble(
                    ExitCode.CONFLICT,
                    "run " + view.runId() + " is not over: " + Figures.count(view.finished()) + " of "
                            + Figures.counted(view.enqueued(), "job") + " have ended",
                    "wait for it: assay watch " + view.runId());
        }
    }

    private static void tell(Session session, RunView view, RunRef ref, Rescoring.Made made, boolean wasThere) {
        Screen screen = session.screen();
        if (made.damaged() > 0) {
            screen.warn(Figures.counted(made.damaged(), "record") + " cannot be read and were passed over");
        }
        long gone = view.enqueued() - made.summary().getFinished();
        if (gone > 0) {
            screen.warn(Figures.counted(gone, "job") + " have no stored result any more and are not in the set");
        }
        if (made.withoutExpectation() > 0) {
            screen.warn(Figures.counted(made.withoutExpectation(), "job")
                    + " stand not in the file and keep their own expectation");
        }
        if (screen.json()) {
            ObjectNode answer = session.object();
            answer.put("scoreSet", ref.toString());
            answer.put("wasThere", wasThere);
            answer.put("withoutExpectation", made.withoutExpectation());
            answer.put("damaged", made.damaged());
            answer.set("summary", RecordJson.of(made.summary()));
            session.json(answer);
            return;
        }
        screen.note("score set " + ref + (wasThere ? " was there already" : " is made") + "; compare: assay compare "
                + view.runId() + " " + ref);
        RunView under = new RunView(view.runId(), view.manifest(), view.progress(), made.summary());
        screen.say(RunLines.of(under, screen.style(), screen.columns()));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "?";
        }
    }
}
