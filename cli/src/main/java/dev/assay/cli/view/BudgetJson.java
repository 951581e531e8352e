package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LimitView;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.topics.BudgetIds;
import java.math.BigDecimal;
import java.util.Collection;

/** Budgets as JSON: {@code {budgets: [{budget, limits: [{limit, amount, reserved, used}], held, waiting, ...}]}}. */
public final class BudgetJson {
    private static final int MICROS = 6;

    private BudgetJson() {}

    public static ObjectNode of(Collection<BudgetStanding> standings) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        var all = object.putArray("budgets");
        for (BudgetStanding standing : standings) {
            put(all.addObject(), standing);
        }
        return object;
    }

    private static void put(ObjectNode node, BudgetStanding standing) {
        BudgetView view = standing.view();
        node.put("budget", standing.budget());
        var limits = node.putArray("limits");
        for (LimitView use : view.uses()) {
            BudgetLimit limit = Quotas.shown(standing.budget(), use.limit());
            ObjectNode each = limits.addObject();
            each.put("limit", LimitNames.of(BudgetIds.isTenant(standing.budget()), limit));
            put(each, "amount", limit, limit.getAmount());
            put(each, "reserved", limit, use.reserved());
            put(each, "used", limit, use.used());
        }
        BudgetLimits set = view.limits();
        if (set != null) {
            node.put("limitsFrom", set.getIsSetByHand() ? "hand" : "settings");
            node.put("limitsBy", set.getBy());
            node.put("limitsAt", set.getAt().toString());
            node.put("limitsReason", set.getReason());
        }
        node.put("held", view.held());
        node.put("waiting", standing.waiting());
        if (view.gateUntil() != null) {
            node.put("gateUntil", view.gateUntil().toString());
        }
        node.put("factor", view.factor());
        if (standing.owner() != null && standing.isKept()) {
            node.put("owner", standing.owner());
        }
        put(node.putObject("today"), view.today());
        put(node.putObject("uncertainToday"), view.uncertain());
    }

    static void put(ObjectNode node, Amounts amounts) {
        node.put("requests", amounts.getRequests());
        node.put("inputTokens", amounts.getInputTokens());
        node.put("outputTokens", amounts.getOutputTokens());
        node.put("money", BigDecimal.valueOf(amounts.getMoney(), MICROS));
    }

    private static void put(ObjectNode node, String name, BudgetLimit limit, long amount) {
        if (limit.getMeasure() == BudgetMeasure.MONEY) {
            node.put(name, BigDecimal.valueOf(amount, MICROS));
        } else {
            node.put(name, amount);
        }
    }
}
