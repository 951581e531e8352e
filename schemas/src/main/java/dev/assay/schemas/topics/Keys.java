package dev.assay.schemas.topics;

import org.jspecify.annotations.Nullable;

/** Record keys. All are UTF-8 strings; a run id holds no {@code /}, so the first one ends it. */
public final class Keys {
    /** The run that judges' jobs are of; no submit may have it. */
    public static final String JUDGES = "assay-judges";

    private static final String GATE = "gate/";
    private static final String BUDGET = "budget/";
    private static final String LANE = "lane/";
    private static final String ROUTE = "route/";

    private Keys() {}

    /** Key of job, result and score records, and of dead letters. */
    public static String job(String runId, String jobId) {
        return Names.require("run id", runId) + "/" + jobId;
    }

    public static String manifest(String runId) {
        return Names.require("run id", runId) + "/manifest";
    }

    public static String progress(String runId) {
        return Names.require("run id", runId) + "/progress";
    }

    public static String summary(String runId) {
        return Names.require("run id", runId) + "/summary";
    }

    /** Key of a score set's entry beside its run's summary. */
    public static String scoreSet(String runId, String set) {
        return Names.require("run id", runId) + "/scores/" + Names.require("score set", set);
    }

    /** Key of one score of a set. */
    public static String scoreOfSet(String runId, String set, String jobId) {
        return Names.require("run id", runId) + "/" + Names.require("score set", set) + "/" + jobId;
    }

    /**
     * Key of a window of the fallback rate.
     *
     * @param startMillis start of the window, epoch ms
     */
    public static String fallbackWindow(String lane, String model, long startMillis) {
        return lane + "/" + model + "/" + startMillis;
    }

    public static String submitChunk(String runId, int index) {
        return Names.require("run id", runId) + "/" + index;
    }

    public static String cancel(String runId) {
        return "cancel/" + Names.require("run id", runId);
    }

    /** Key of a blocked or unblocked account. */
    public static String block(String account) {
        return "block/" + account;
    }

    /**
     * Key of a closed gate.
     *
     * @param model the model that the limit is of; empty where it is the whole account's
     */
    public static String gate(String account, String model) {
        return GATE + account + "/" + model;
    }

    /** Whether a key is that of a gate: {@code gate/ACCOUNT/MODEL}. */
    public static boolean isGate(String key) {
        return key.startsWith(GATE);
    }

    /** Key of a lane's bound. */
    public static String laneBound(String lane) {
        return LANE + Names.require("lane", lane);
    }

    /** Key of the bound that a tenant has in a lane. */
    public static String laneBound(String lane, String tenant) {
        return laneBound(lane) + "/" + tenant;
    }

    /** The lane whose bound, or a tenant's bound in it, stands under a key; null for a key of another kind. */
    public static @Nullable String laneOf(String key) {
        if (!key.startsWith(LANE)) {
            return null;
        }
        int end = key.indexOf('/', LANE.length());
        return end < 0 ? key.substring(LANE.length()) : key.substring(LANE.length(), end);
    }

    /** The tenant whose bound in a lane stands under a key; null for a key of another kind. */
    public static @Nullable String tenantOf(String key) {
        int end = key.startsWith(LANE) ? key.indexOf('/', LANE.length()) : -1;
        return end < 0 ? null : key.substring(end + 1);
    }

    /** Key of a budget's limits. */
    public static String budgetLimits(String budget) {
        return BUDGET + budget;
    }

    /** The budget whose limits stand under a key; null for a key of another kind. */
    public static @Nullable String budgetOf(String key) {
        return key.startsWith(BUDGET) ? key.substring(BUDGET.length()) : null;
    }

    /** Key of a route's candidates and their budgets. */
    public static String routeBudgets(String route) {
        return ROUTE + Names.require("route", route);
    }

    /** The route whose candidates stand under a key; null for a key of another kind. */
    public static @Nullable String routeOf(String key) {
        return key.startsWith(ROUTE) ? key.substring(ROUTE.length()) : null;
    }

    /** Key of a snapshot of the ledger: one for each keeper of a partition, so that one that is out never hides another's. */
    public static String ledgerSnapshot(int partition, long epoch) {
        return partition + "/" + epoch;
    }

    /** The run id that a key of the runs, submits or jobs kind starts with. */
    public static String runIdOf(String key) {
        int slash = key.indexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }
}
