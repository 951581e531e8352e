package dev.assay.cli.view;

import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.worker.spend.Watermark;

/**
 * What people call a limit. The ledger holds of a tenant's quota of a day the amount at which the tenant stops, which is
 * more than the quota; a person sets and reads the quota.
 */
public final class Quotas {
    private Quotas() {}

    /** As people see a limit of the ledger. */
    public static BudgetLimit shown(String budget, BudgetLimit limit) {
        return isQuota(budget, limit) ? with(limit, limit.getAmount() * 100 / Watermark.STOP.percent()) : limit;
    }

    /** As the ledger keeps what a person sets. */
    public static BudgetLimit kept(String budget, BudgetLimit limit) {
        return isQuota(budget, limit) ? with(limit, limit.getAmount() * Watermark.STOP.percent() / 100) : limit;
    }

    private static boolean isQuota(String budget, BudgetLimit limit) {
        return BudgetIds.isTenant(budget) && limit.getWindow() == BudgetWindow.DAY;
    }

    private static BudgetLimit with(BudgetLimit limit, long amount) {
        return BudgetLimit.newBuilder(limit).setAmount(amount).build();
    }
}
