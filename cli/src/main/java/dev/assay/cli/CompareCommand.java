package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.ComparisonJson;
import dev.assay.cli.view.ComparisonLines;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.compare.Change;
import dev.assay.scorer.compare.Compared;
import dev.assay.scorer.compare.Comparison;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay compare RUN_A RUN_B}: what changed from one run to another, on the jobs that both have. */
@Command(
        name = "compare",
        description = {
            "Compares two runs of the same jobs, pair by pair: differences with 95 % intervals, p-values, wins and"
                    + " losses.",
            "Jobs without a value in one of them are counted apart, never as losses. Runs whose jobs are judged",
            "by other scorers or targets are not compared (exit code 5)."
        },
        footer = {
            "",
            "Examples:",
            "  assay compare nightly-7 nightly-8",
            "  assay compare nightly-7 nightly-8 --json | jq .scored.rate.pValue",
            "  assay compare nightly-7 nightly-8 --all > changed.txt",
            "  assay compare nightly-7 nightly-7:strict          the same answers under other scorers"
        })
final class CompareCommand implements Callable<Integer> {
    private static final int LISTED = 10;

    private final Session session;

    @Parameters(
            index = "0",
            paramLabel = "RUN_A",
            description = "what is compared with: a run's id, or RUN:SET for one of its score sets")
    private String first = "";

    @Parameters(index = "1", paramLabel = "RUN_B", description = "what is compared: a run's id, or RUN:SET")
    private String second = "";

    @Option(names = "--partial", description = "compare what there is of runs that are not over")
    private boolean partial;

    @Option(names = "--all", description = "list every job that changed, in the order of RUN_A")
    private boolean all;

    CompareCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        RunRef a = RunRef.of(first);
        RunRef b = RunRef.of(second);
        RunPair pair = new RunPair(a, b);
        try (Cluster cluster = session.cluster()) {
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.results(), topics.scores()));
            RunView runA = ScoreSource.run(cluster, a);
            RunView runB = ScoreSource.run(cluster, b);
            pair.requireOver(runA, partial);
            pair.requireOver(runB, partial);
            pair.requireSameYardstick(cluster.clients(), runA, runB);
            try (RunScores scoresA = ScoreSource.scores(cluster, a, runA);
                    RunScores scoresB = ScoreSource.scores(cluster, b, runB)) {
                compare(pair, a, b, scoresA, scoresB);
            }
        }
        return ExitCode.OK.number();
    }

    private void compare(RunPair pair, RunRef a, RunRef b, RunScores scoresA, RunScores scoresB) throws IOException {
        Screen screen = session.screen();
        Comparison comparison = new Comparison(all ? 0 : LISTED);
        RunPair.Extent extent = pair.pair(scoresA, scoresB, comparison::add);
        Compared compared = comparison.result();
        pair.lookAt(extent, compared.scored().pairs());
        long damaged = scoresA.damaged() + scoresB.damaged();
        if (screen.json()) {
            ObjectNode answer = ComparisonJson.of(compared);
            answer.put("a", a.toString()).put("b", b.toString());
            answer.put("jobsA", extent.inA()).put("jobsB", extent.inB()).put("damaged", damaged);
            pair.warnings().forEach(answer.putArray("warnings")::add);
            session.json(answer);
        } else {
            pair.warnings().forEach(screen::warn);
            screen.say(ComparisonLines.of(
                    compared, a.toString(), b.toString(), extent.inA(), extent.inB(), screen.style()));
        }
        if (damaged > 0) {
            screen.warn(damaged + " records cannot be read and were passed over");
        }
        if (all) {
            pair.pair(scoresA, scoresB, (before, after) -> tell(screen, new Change(before, after)));
        }
    }

    private void tell(Screen screen, Change change) {
        if (change.direction() == Change.Direction.NONE) {
            return;
        }
        if (screen.json()) {
            session.json(ComparisonJson.of(change));
        } else {
            screen.say(ComparisonLines.line(change));
        }
    }
}
