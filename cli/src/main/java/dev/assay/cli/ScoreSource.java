package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.LatestRecords;
import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScoreSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Finds the scores that a {@link RunRef} names: the run's own or those of one of its sets. */
final class ScoreSource {
    private ScoreSource() {}

    /** The run, with the summary that it has under those scores. */
    static RunView run(Cluster cluster, RunRef ref) {
        RunView run = cluster.run(ref.runId());
        String name = ref.scoreSet();
        if (name == null) {
            return run;
        }
        cluster.require(List.of(cluster.clients().settings().topics().scoreSets()));
        ScoreSet set = run.scoreSet(name).orElseThrow(() -> noSuchSet(run, name));
        return run.under(set);
    }

    static RunScores scores(Cluster cluster, RunRef ref, RunView run) {
        return new RunScores(records(cluster.clients(), ref, run, Path.of(System.getProperty("java.io.tmpdir"))));
    }

    /** @param scratch where a temporary file is made */
    static LatestRecords<Score> records(KafkaClients clients, RunRef ref, RunView run, Path scratch) {
        try {
            return ref.scoreSet() == null
                    ? LatestRecords.scores(clients, ref.runId(), run.manifest(), scratch)
                    : LatestRecords.scoresOfSet(clients, ref.runId(), ref.scoreSet(), scratch);
        } catch (IOException e) {
            throw new Trouble(
                    ExitCode.BAD_INPUT,
                    "no temporary file can be kept in " + scratch + ": " + e.getMessage(),
                    "make room there",
                    e);
        }
    }

    private static Trouble noSuchSet(RunView run, String name) {
        List<String> names = run.scoreSets().stream().map(ScoreSet::getName).toList();
        return new Trouble(
                ExitCode.NOT_FOUND,
                "run " + run.runId() + " has no score set " + name
                        + (names.isEmpty() ? "" : " (there are: " + String.join(", ", names) + ")"),
                "make one: assay score --run " + run.runId() + " --as " + name + " --scorer ...");
    }
}
