package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.topics.Keys;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay cancel RUN}: no further call starts, running calls are cut; what is done stays. */
@Command(
        name = "cancel",
        description = "Cancels a run: no further call starts, running calls are cut, results so far are kept.",
        footer = {"", "Examples:", "  assay cancel nightly-7 --reason 'wrong prompt' --yes"})
final class CancelCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "why; kept with the cancel")
    private @Nullable String reason;

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask")
    private boolean yes;

    CancelCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws ExecutionException, InterruptedException {
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            RunView run = cluster.run(runId);
            String topic = cluster.clients().settings().topics().fleet();
            cluster.require(List.of(topic));
            if (run.state() == RunView.State.OVER) {
                throw new Trouble(ExitCode.CONFLICT, "run " + runId + " is over; there is nothing to cancel", "");
            }
            if (!yes && !isConfirmed(screen, run)) {
                screen.note("not cancelled");
                return ExitCode.NO.number();
            }
            send(cluster.clients());
            if (screen.json()) {
                ObjectNode answer = session.object();
                answer.put("runId", runId);
                answer.put("cancelled", true);
                answer.put("finished", run.finished());
                answer.put("enqueued", run.enqueued());
                session.json(answer);
            } else {
                screen.say("run " + runId + " is cancelled: calls stop within 2 s, the rest of its jobs end as"
                        + " CANCELLED (assay watch " + runId + ")");
            }
        }
        return ExitCode.OK.number();
    }

    private boolean isConfirmed(Screen screen, RunView run) {
        if (!screen.canAsk()) {
            throw new Trouble(
                    ExitCode.USAGE, "cancel wants a confirmation, and nobody is there to give it", "give --yes");
        }
        return screen.confirm("Cancel run " + runId + " with " + Figures.counted(run.enqueued() - run.finished(), "job")
                + " unfinished?");
    }

    private void send(KafkaClients clients) throws ExecutionException, InterruptedException {
        RunCancel cancel = RunCancel.newBuilder()
                .setRunId(runId)
                .setBy(Submitter.name())
                .setReason(reason)
                .setAt(session.clock().now())
                .build();
        FleetWriter.write(clients, Keys.cancel(runId), cancel);
    }
}
