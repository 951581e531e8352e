package dev.assay.cli;

import dev.assay.budget.ledger.LimitWords;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.FleetReader;
import dev.assay.cli.read.FleetView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.Quotas;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.topics.Keys;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay budgets unset}: takes back what was set by hand. */
@Command(
        name = "unset",
        description = {
            "Takes back the limits that were set by hand: those of the workers' settings hold again, as they were when"
                    + " the limits were set; a worker that starts tells newer ones.",
            "A budget that no worker's settings limit is unlimited then."
        },
        footer = {"", "Examples:", "  assay budgets unset calls/openai/gpt-4o --reason 'they are well again'"})
final class BudgetsUnsetCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "BUDGET", description = "the budget")
    private String budget = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "why; kept with it")
    private String reason = "";

    BudgetsUnsetCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws ExecutionException, InterruptedException {
        BudgetsSetCommand.requireBudget(budget);
        List<BudgetLimit> back;
        try (Cluster cluster = session.cluster()) {
            cluster.require(List.of(cluster.clients().settings().topics().fleet()));
            FleetView fleet = FleetReader.read(cluster.clients());
            BudgetLimits there = fleet.limitsOf(budget)
                    .orElseThrow(() -> Ledgers.noSuchBudget(budget, fleet.limited(), "list them: assay budgets list"));
            if (!there.getIsSetByHand()) {
                throw new Trouble(
                        ExitCode.CONFLICT,
                        "limits of " + budget + " were not set by hand; there is nothing to take back",
                        "see: assay budgets list " + budget);
            }
            back = there.getSettings();
            FleetWriter.write(
                    cluster.clients(),
                    Keys.budgetLimits(budget),
                    BudgetLimits.newBuilder()
                            .setBudget(budget)
                            .setLimits(back)
                            .setIsSetByHand(false)
                            .setBy(Submitter.name())
                            .setReason(reason)
                            .setAt(session.clock().now())
                            .build());
        }
        say(back.stream().map(limit -> Quotas.shown(budget, limit)).toList());
        return ExitCode.OK.number();
    }

    private void say(List<BudgetLimit> shown) {
        Screen screen = session.screen();
        if (screen.json()) {
            session.json(BudgetsSetCommand.answer(session.object(), budget, shown));
        } else if (shown.isEmpty()) {
            screen.say(budget + " is unlimited now: no worker's settings limited it");
        } else {
            screen.say(budget + " may use "
                    + String.join(", ", shown.stream().map(LimitWords::of).toList())
                    + " again, as the workers' settings say");
        }
    }
}
