package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunJson;
import dev.assay.cli.view.RunLines;
import dev.assay.cli.view.SampleLines;
import dev.assay.scorer.epochs.Samples;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code assay status RUN}: how a run stands now. */
@Command(
        name = "status",
        description = "Says how a run stands: outcomes, pass rate, latencies, tokens.",
        footer = {
            "",
            "Examples:",
            "  assay status nightly-7",
            "  assay status nightly-7 --json | jq .summary.passRate",
            "  assay status nightly-7 --fail-on 'cap-hits=5%%,pass-rate<80%%'"
        })
final class StatusCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id, or RUN:SET for one of its score sets")
    private String name = "";

    @Mixin
    private final FailOnOptions failOn = new FailOnOptions();

    StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        Screen screen = session.screen();
        failOn.failOn();
        RunRef ref = RunRef.of(name);
        try (Cluster cluster = session.cluster()) {
            RunView run = ScoreSource.run(cluster, ref);
            Samples samples = samples(cluster, ref, run);
            if (screen.json()) {
                ObjectNode answer = RunJson.of(run);
                if (samples != null) {
                    answer.set("samples", SampleLines.json(samples, SampleReading.reducer(run)));
                }
                failOn.tell(answer, run.summary());
                session.json(answer);
            } else {
                screen.say(RunLines.of(run, screen.style(), screen.columns()));
                if (samples != null) {
                    screen.say(SampleLines.of(samples, SampleReading.reducer(run)));
                }
                failOn.say(screen, run.summary());
            }
            failOn.require(run.summary());
        }
        return ExitCode.OK.number();
    }

    /** What the samples come to; null where every job is a sample of its own. */
    private static @Nullable Samples samples(Cluster cluster, RunRef ref, RunView run) throws IOException {
        int epochs = SampleReading.epochs(run);
        if (epochs == 0) {
            return null;
        }
        cluster.require(List.of(cluster.clients().settings().topics().scores()));
        try (RunScores scores = ScoreSource.scores(cluster, ref, run)) {
            return SampleReading.of(scores, epochs);
        }
    }
}
