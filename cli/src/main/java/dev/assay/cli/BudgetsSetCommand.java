package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.budget.ledger.LimitWords;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.FleetReader;
import dev.assay.cli.read.FleetView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.LimitNames;
import dev.assay.cli.view.Quotas;
import dev.assay.schemas.Account;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay budgets set}: changes limits while the fleet runs. */
@Command(
        name = "set",
        description = {
            "Changes limits of a budget for the whole fleet, from the next grant on. Limits that are not named stay;"
                    + " NAME=none takes one away.",
            "Names for calls/ACCOUNT/MODEL: rpm, tpm, inputTpm, outputTpm, concurrency, rpd, tpd. For"
                    + " tenant/TENANT/LANE/ACCOUNT: tokens, money (of a day).",
            "They hold until: assay budgets unset. Workers' own settings do not replace them. Numbers are what the"
                    + " fleet uses, without the share of the workers' settings."
        },
        footer = {
            "",
            "Examples:",
            "  assay budgets set calls/openai/gpt-4o rpm=300 tpm=30000 --reason 'degraded today'",
            "  assay budgets set calls/openai/gpt-4o concurrency=none --reason 'no such limit any more'",
            "  assay budgets set tenant/acme/batch/eval money=250 --reason 'the release needs it' --new"
        })
final class BudgetsSetCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "BUDGET", description = "the budget")
    private String budget = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME=NUMBER", description = "the limits")
    private List<String> arguments = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with it")
    private String reason = "";

    @Option(names = "--new", description = "the budget has no limits yet, and gets its first")
    private boolean isNew;

    BudgetsSetCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws ExecutionException, InterruptedException {
        if (reason.isBlank()) {
            throw new Trouble(ExitCode.USAGE, "--reason: empty (expected: why the limits are changed)", "");
        }
        requireBudget(budget);
        // Wrong arguments are said before the cluster is asked.
        List<BudgetLimit> alone = List.of();
        if (arguments.stream().noneMatch(argument -> argument.endsWith("=none"))) {
            LimitArguments.apply(budget, alone, arguments);
        }
        try (Cluster cluster = session.cluster()) {
            cluster.require(List.of(cluster.clients().settings().topics().fleet()));
            FleetView fleet = FleetReader.read(cluster.clients());
            Optional<BudgetLimits> there = fleet.limitsOf(budget);
            if (there.isEmpty() && !isNew) {
                throw Ledgers.noSuchBudget(
                        budget,
                        fleet.limited(),
                        "check the id, or give it its first limits: assay budgets set --new " + budget + " ...");
            }
            List<BudgetLimit> limits = LimitArguments.apply(
                    budget, there.map(BudgetLimits::getLimits).orElse(List.of()), arguments);
            FleetWriter.write(
                    cluster.clients(),
                    Keys.budgetLimits(budget),
                    BudgetLimits.newBuilder()
                            .setBudget(budget)
                            .setLimits(limits)
                            .setIsSetByHand(true)
                            .setBy(Submitter.name())
                            .setReason(reason)
                            .setAt(session.clock().now())
                            .setSettings(settings(there.orElse(null)))
                            .build());
            say(limits);
        }
        return ExitCode.OK.number();
    }

    /** What comes back when these are taken back. */
    private static List<BudgetLimit> settings(@Nullable BudgetLimits there) {
        if (there == null) {
            return List.of();
        }
        return there.getIsSetByHand() ? there.getSettings() : there.getLimits();
    }

    private void say(List<BudgetLimit> limits) {
        Screen screen = session.screen();
        List<BudgetLimit> shown =
                limits.stream().map(limit -> Quotas.shown(budget, limit)).toList();
        if (screen.json()) {
            session.json(answer(session.object(), budget, shown));
        } else {
            screen.say(budget + " may use "
                    + String.join(", ", shown.stream().map(LimitWords::of).toList())
                    + ": it holds within a second");
        }
    }

    static ObjectNode answer(ObjectNode answer, String budget, List<BudgetLimit> shown) {
        answer.put("budget", budget);
        ObjectNode limits = answer.putObject("limits");
        shown.forEach(limit -> limits.put(LimitNames.of(BudgetIds.isTenant(budget), limit), limit.getAmount()));
        return answer;
    }

    static void requireBudget(String budget) {
        String[] parts = budget.split("/", -1);
        boolean isWhole = Arrays.stream(parts).noneMatch(String::isBlank);
        boolean isCalls = BudgetIds.isCalls(budget) && parts.length >= 3;
        boolean isTenant = BudgetIds.isTenant(budget)
                && parts.length >= 4
                && Arrays.stream(Account.values())
                        .map(account -> account.name().toLowerCase(Locale.ROOT))
                        .anyMatch(parts[parts.length - 1]::equals);
        boolean isBudget = isWhole && (isCalls || isTenant);
        if (!isBudget) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "budget: " + budget + " (expected: calls/ACCOUNT/MODEL, or tenant/TENANT/LANE/ACCOUNT with the"
                            + " account business, eval or shadow)",
                    "list them: assay budgets list");
        }
    }
}
