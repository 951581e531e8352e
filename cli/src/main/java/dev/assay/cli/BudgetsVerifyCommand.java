package dev.assay.cli;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.read.BilledToday;
import dev.assay.cli.read.BudgetProof;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.cli.read.BudgetsReader;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.BudgetProofs;
import dev.assay.schemas.Amounts;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code assay budgets verify}: whether the ledger charged what results say was used. */
@Command(
        name = "verify",
        description = {
            "Proves that each budget was charged today (UTC) what the attempts in results took. What nobody knows, such"
                    + " as the calls of a worker that was killed, is charged as reserved and stands apart.",
            "Exit code 1 when they differ. Jobs that have calls and no result yet make them differ, and so does a"
                    + " budget that got its limits during the day."
        },
        footer = {"", "Examples:", "  assay budgets verify", "  assay budgets verify calls/openai/gpt-4o --json"})
final class BudgetsVerifyCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "BUDGET", arity = "0..*", description = "only these; what they begin with is enough")
    private List<String> wanted = List.of();

    BudgetsVerifyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<BudgetProof> proofs;
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster();
                BudgetsReader reader = Ledgers.reader(cluster, session.clock())) {
            cluster.require(List.of(cluster.clients().settings().topics().results()));
            List<BudgetStanding> standings = Ledgers.chosen(reader.read(), wanted);
            BilledToday billed =
                    BilledToday.read(cluster.clients(), session.clock().now());
            if (billed.damaged() > 0) {
                screen.warn(billed.damaged() + " results cannot be read and were passed over");
            }
            proofs = standings.stream()
                    .map(standing -> proof(standing.view(), billed))
                    .toList();
        } catch (TimeoutException e) {
            throw Ledgers.slow(e);
        }
        if (screen.json()) {
            session.json(BudgetProofs.json(proofs));
        } else {
            screen.say(BudgetProofs.lines(proofs, screen.style()));
        }
        return (proofs.stream().allMatch(BudgetProof::holds) ? ExitCode.OK : ExitCode.NO).number();
    }

    private static BudgetProof proof(BudgetView view, BilledToday billed) {
        return new BudgetProof(
                view.budget(),
                billed.of(view.budget()),
                minus(minus(view.today(), view.uncertain()), view.underWay()),
                view.uncertain(),
                view.underWay(),
                billed.unpriced(view.budget()));
    }

    private static Amounts minus(Amounts of, Amounts part) {
        return new Amounts(
                of.getRequests() - part.getRequests(),
                of.getInputTokens() - part.getInputTokens(),
                of.getOutputTokens() - part.getOutputTokens(),
                of.getMoney() - part.getMoney());
    }
}
