package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.cli.read.BudgetsReader;
import dev.assay.runtime.Clock;
import dev.assay.schemas.topics.Topics;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** What the commands about budgets have in common: the ledger's topics, and words for what is wrong. */
final class Ledgers {
    private Ledgers() {}

    static BudgetsReader reader(Cluster cluster, Clock clock) {
        Topics topics = cluster.clients().settings().topics();
        cluster.require(List.of(topics.fleet(), topics.ledgerRequests(), topics.ledgerGrants(), topics.ledgerState()));
        return BudgetsReader.ofCalls(cluster.clients(), cluster.admin(), clock);
    }

    /** Those whose ids begin with what is wanted; all where nothing is. */
    static List<BudgetStanding> chosen(List<BudgetStanding> all, List<String> wanted) {
        for (String prefix : wanted) {
            if (all.stream().noneMatch(standing -> standing.budget().startsWith(prefix))) {
                throw noSuchBudget(
                        prefix, all.stream().map(BudgetStanding::budget).toList(), "list them: assay budgets list");
            }
        }
        return all.stream()
                .filter(standing -> wanted.isEmpty()
                        || wanted.stream().anyMatch(prefix -> standing.budget().startsWith(prefix)))
                .toList();
    }

    static Trouble slow(TimeoutException cause) {
        return new Trouble(ExitCode.UNREACHABLE, String.valueOf(cause.getMessage()), "try again", cause);
    }

    static Trouble noSuchBudget(String budget, Collection<String> known, String advice) {
        return new Trouble(
                ExitCode.NOT_FOUND,
                "no budget " + budget + " on this cluster (budgets: "
                        + (known.isEmpty() ? "none" : String.join(", ", known)) + ")",
                advice);
    }
}
