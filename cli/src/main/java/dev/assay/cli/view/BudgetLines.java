package dev.assay.cli.view;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LimitView;
import dev.assay.budget.ledger.LimitWords;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Budgets in lines for people: a row for each limit, then who set them and what is out of the ordinary. */
public final class BudgetLines {
    private BudgetLines() {}

    public static List<String> of(Collection<BudgetStanding> standings, Instant now, Style style) {
        if (standings.isEmpty()) {
            return List.of("no budget has limits; give some in the workers' settings, or with: assay budgets set");
        }
        Table table = new Table(
                "BUDGET", "LIMIT", ">RESERVED", ">USED", ">TAKEN", ">HELD", ">WAITING", "GATE", ">FACTOR", "OWNER");
        List<String> words = new ArrayList<>();
        for (BudgetStanding standing : standings) {
            rows(table, standing, now);
            words.addAll(words(standing));
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        lines.add("");
        lines.addAll(words);
        return lines;
    }

    private static void rows(Table table, BudgetStanding standing, Instant now) {
        BudgetView view = standing.view();
        Instant until = view.gateUntil();
        String gate =
                until == null ? "open" : "closed for " + Figures.duration(nonNegative(Duration.between(now, until)));
        String[] whole = {
            Figures.count(view.held()),
            Figures.count(standing.waiting()),
            gate,
            String.format(Locale.ROOT, "%.2f", view.factor()),
            standing.owner() == null || !standing.isKept() ? "nobody" : standing.owner()
        };
        if (view.uses().isEmpty()) {
            table.row(standing.budget(), "none", "", "", "", whole[0], whole[1], whole[2], whole[3], whole[4]);
        }
        for (int i = 0; i < view.uses().size(); i++) {
            LimitView use = view.uses().get(i);
            BudgetLimit limit = Quotas.shown(standing.budget(), use.limit());
            boolean isFirst = i == 0;
            table.row(
                    isFirst ? standing.budget() : "",
                    LimitWords.of(limit),
                    amount(limit, use.reserved()),
                    amount(limit, use.used()),
                    taken(limit, use),
                    isFirst ? whole[0] : "",
                    isFirst ? whole[1] : "",
                    isFirst ? whole[2] : "",
                    isFirst ? whole[3] : "",
                    isFirst ? whole[4] : "");
        }
    }

    private static List<String> words(BudgetStanding standing) {
        List<String> words = new ArrayList<>();
        BudgetLimits limits = standing.view().limits();
        if (limits != null && limits.getIsSetByHand()) {
            words.add("limits of " + standing.budget() + ": set by " + limits.getBy() + " at " + limits.getAt() + ": "
                    + limits.getReason().replaceAll("\\s+", " ").strip());
        } else if (limits != null) {
            words.add("limits of " + standing.budget() + ": from the settings of " + limits.getBy());
        }
        long uncertain = standing.view().uncertain().getRequests();
        if (uncertain > 0) {
            words.add("nobody confirmed what " + Figures.counted(uncertain, "call") + " of " + standing.budget()
                    + " took today; charged as reserved");
        }
        if (!standing.isKept()) {
            words.add("nobody keeps " + standing.budget() + ": nothing of it is granted until a worker runs");
        }
        return words;
    }

    private static String taken(BudgetLimit limit, LimitView use) {
        double share = limit.getAmount() == 0 ? 0 : (use.reserved() + use.used()) / (double) limit.getAmount();
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    private static String amount(BudgetLimit limit, long amount) {
        return limit.getMeasure() == BudgetMeasure.MONEY
                ? String.format(Locale.ROOT, "%,.2f", amount / 1e6)
                : Figures.count(amount);
    }

    private static Duration nonNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
