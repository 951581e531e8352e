package dev.assay.schemas.topics;

import dev.assay.schemas.Account;
import java.util.Locale;

/**
 * The ids of budgets, which are the keys of the ledger's topics. What comes from elsewhere and may hold a {@code /} (a
 * model, a tenant) stands where the rest of the id still says where it ends.
 */
public final class BudgetIds {
    private static final String CALLS = "calls/";
    private static final String TENANT = "tenant/";
    private static final String LANE = "lane/";

    private BudgetIds() {}

    /**
     * The budget of the calls to one model of one provider account.
     *
     * @param account label of the account; regions or providers that have limits of their own have labels of their own
     */
    public static String calls(String account, String model) {
        return CALLS + account + "/" + model;
    }

    /** The budget of what a tenant may use in a lane in a day, for each kind of account apart. */
    public static String tenant(String tenant, String lane, Account account) {
        return TENANT + tenant + "/" + lane + "/" + account.name().toLowerCase(Locale.ROOT);
    }

    /** The budget of a lane's slots, each of which an unfinished job takes. */
    public static String lane(String lane) {
        return LANE + Names.require("lane", lane);
    }

    public static boolean isLane(String budget) {
        return budget.startsWith(LANE);
    }

    /** The lane whose slots a budget is of. */
    public static String laneOf(String budget) {
        if (!isLane(budget)) {
            throw new IllegalArgumentException("budget: " + budget + " (expected: " + LANE + "...)");
        }
        return budget.substring(LANE.length());
    }

    public static boolean isCalls(String budget) {
        return budget.startsWith(CALLS);
    }

    public static boolean isTenant(String budget) {
        return budget.startsWith(TENANT);
    }
}
