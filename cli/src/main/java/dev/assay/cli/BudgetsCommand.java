package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code assay budgets}: what the whole fleet may use, and what is used of it. */
@Command(
        name = "budgets",
        description = {
            "Shows what the whole fleet may use and what is used of it, and changes limits while it runs.",
            "A budget is calls/ACCOUNT/MODEL, or the quota of a day: tenant/TENANT/LANE/ACCOUNT with the account"
                    + " business, eval or shadow."
        },
        footer = {
            "",
            "Examples:",
            "  assay budgets list --watch",
            "  assay budgets set calls/openai/gpt-4o rpm=300 --reason 'their status page says degraded'",
            "  assay budgets verify"
        })
final class BudgetsCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new Trouble(
                ExitCode.USAGE, "budgets: say which: list, set, unset or verify", "see: assay budgets --help");
    }
}
