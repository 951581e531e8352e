package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.cli.read.BudgetsReader;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.BudgetJson;
import dev.assay.cli.view.BudgetLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay budgets list}: how every budget stands. */
@Command(
        name = "list",
        description = {
            "Every budget with its limits: what is reserved by calls under way and used by those that ended, who waits,"
                    + " its gate, and the process that keeps it.",
            "The factor is the share of the limits that is granted: a provider's complaint halves it, and it grows back"
                    + " within 20 seconds. A tenant's quota is stopped at 120 % of it."
        },
        footer = {
            "",
            "Examples:",
            "  assay budgets list calls/openai/gpt-4o",
            "  assay budgets list --watch --for 1m",
            "  assay budgets list --json | jq '.budgets[] | select(.waiting > 0)'"
        })
final class BudgetsListCommand implements Callable<Integer> {
    private static final Duration FRAME = Duration.ofSeconds(1);

    private final Session session;

    @Parameters(paramLabel = "BUDGET", arity = "0..*", description = "only these; what they begin with is enough")
    private List<String> wanted = List.of();

    @Option(names = "--watch", description = "look again every second, until Ctrl-C; with --json a line each time")
    private boolean watch;

    @Option(names = "--for", paramLabel = "DURATION", description = "watch so long")
    private @Nullable Duration lasting;

    BudgetsListCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (lasting != null && !lasting.isPositive()) {
            throw new Trouble(ExitCode.USAGE, "--for: " + lasting + " (expected: > 0)", "");
        }
        try (Cluster cluster = session.cluster();
                BudgetsReader reader = Ledgers.reader(cluster, session.clock())) {
            List<BudgetStanding> standings = chosen(reader);
            if (watch || lasting != null) {
                follow(reader, standings);
            } else {
                show(standings);
            }
        } catch (TimeoutException e) {
            throw Ledgers.slow(e);
        }
        return ExitCode.OK.number();
    }

    private void follow(BudgetsReader reader, List<BudgetStanding> first)
            throws InterruptedException, TimeoutException {
        Screen screen = session.screen();
        long began = session.clock().nanos();
        List<BudgetStanding> standings = first;
        try (LiveBlock block = screen.liveBlock()) {
            while (true) {
                if (block.isShown() && !screen.json()) {
                    block.draw(lines(standings));
                } else {
                    show(standings);
                }
                boolean isOver =
                        lasting != null && session.clock().nanos() - began + FRAME.toNanos() > lasting.toNanos();
                if (isOver) {
                    return;
                }
                session.clock().pause(FRAME);
                standings = chosen(reader);
            }
        }
    }

    private void show(List<BudgetStanding> standings) {
        Screen screen = session.screen();
        if (screen.json()) {
            session.json(BudgetJson.of(standings));
        } else {
            screen.say(lines(standings));
        }
    }

    private List<String> lines(List<BudgetStanding> standings) {
        return BudgetLines.of(standings, session.clock().now(), session.screen().style());
    }

    private List<BudgetStanding> chosen(BudgetsReader reader) throws InterruptedException, TimeoutException {
        return Ledgers.chosen(reader.read(), wanted);
    }
}
