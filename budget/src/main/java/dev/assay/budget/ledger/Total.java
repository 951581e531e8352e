package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetMeasure;

/** A running sum of amounts. */
final class Total {
    static final Amounts NOTHING = new Amounts(0L, 0L, 0L, 0L);
    /** No single amount counts more, so that sums of any number of them do not overflow. */
    private static final long MOST = 1_000_000_000_000L;

    private long requests;
    private long inputTokens;
    private long outputTokens;
    private long money;

    /** What one limit counts of amounts. */
    static long of(Amounts amounts, BudgetMeasure measure) {
        return switch (measure) {
            case REQUESTS -> amounts.getRequests();
            case INPUT_TOKENS -> amounts.getInputTokens();
            case OUTPUT_TOKENS -> amounts.getOutputTokens();
            case TOKENS -> amounts.getInputTokens() + amounts.getOutputTokens();
            case MONEY -> amounts.getMoney();
        };
    }

    /** Amounts of so much in one measure; tokens of no kind count as input. */
    static Amounts only(BudgetMeasure measure, long amount) {
        return switch (measure) {
            case REQUESTS -> new Amounts(amount, 0L, 0L, 0L);
            case INPUT_TOKENS, TOKENS -> new Amounts(0L, amount, 0L, 0L);
            case OUTPUT_TOKENS -> new Amounts(0L, 0L, amount, 0L);
            case MONEY -> new Amounts(0L, 0L, 0L, amount);
        };
    }

    /** Amounts of each kind as they are, or as far as a sum can bear. */
    static Amounts bounded(Amounts amounts) {
        return new Amounts(
                bounded(amounts.getRequests()),
                bounded(amounts.getInputTokens()),
                bounded(amounts.getOutputTokens()),
                bounded(amounts.getMoney()));
    }

    /** The larger of each kind. */
    static Amounts larger(Amounts one, Amounts other) {
        return new Amounts(
                Math.max(one.getRequests(), other.getRequests()),
                Math.max(one.getInputTokens(), other.getInputTokens()),
                Math.max(one.getOutputTokens(), other.getOutputTokens()),
                Math.max(one.getMoney(), other.getMoney()));
    }

    /** How far each kind of one is above the other's; 0 where it is not. */
    static Amounts excess(Amounts of, Amounts over) {
        return new Amounts(
                Math.max(0, of.getRequests() - over.getRequests()),
                Math.max(0, of.getInputTokens() - over.getInputTokens()),
                Math.max(0, of.getOutputTokens() - over.getOutputTokens()),
                Math.max(0, of.getMoney() - over.getMoney()));
    }

    void add(Amounts amounts) {
        requests += amounts.getRequests();
        inputTokens += amounts.getInputTokens();
        outputTokens += amounts.getOutputTokens();
        money += amounts.getMoney();
    }

    void subtract(Amounts amounts) {
        requests -= amounts.getRequests();
        inputTokens -= amounts.getInputTokens();
        outputTokens -= amounts.getOutputTokens();
        money -= amounts.getMoney();
    }

    void clear() {
        requests = 0;
        inputTokens = 0;
        outputTokens = 0;
        money = 0;
    }

    boolean isZero() {
        return requests == 0 && inputTokens == 0 && outputTokens == 0 && money == 0;
    }

    long of(BudgetMeasure measure) {
        return switch (measure) {
            case REQUESTS -> requests;
            case INPUT_TOKENS -> inputTokens;
            case OUTPUT_TOKENS -> outputTokens;
            case TOKENS -> inputTokens + outputTokens;
            case MONEY -> money;
        };
    }

    Amounts amounts() {
        return new Amounts(requests, inputTokens, outputTokens, money);
    }

    private static long bounded(long amount) {
        return Math.clamp(amount, 0, MOST);
    }
}
