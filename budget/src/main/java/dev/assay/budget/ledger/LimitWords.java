package dev.assay.budget.ledger;

import dev.assay.schemas.BudgetLimit;
import java.util.Locale;

/** A limit as a person reads it: {@code 60,000 tokens a minute}. */
public final class LimitWords {
    private LimitWords() {}

    public static String of(BudgetLimit limit) {
        long amount = limit.getAmount();
        String what = switch (limit.getMeasure()) {
            case REQUESTS -> number(amount) + (amount == 1 ? " request" : " requests");
            case INPUT_TOKENS -> number(amount) + " input tokens";
            case OUTPUT_TOKENS -> number(amount) + " output tokens";
            case TOKENS -> number(amount) + " tokens";
            case MONEY -> String.format(Locale.ROOT, "%,.2f of money", amount / 1e6);
        };
        return switch (limit.getWindow()) {
            case MINUTE -> what + " a minute";
            case DAY -> what + " a day";
            case HELD -> what + " at a time";
        };
    }

    /** The same where a provider's complaint leaves only a part of it. */
    static String of(BudgetLimit limit, double factor) {
        return factor >= 1
                ? of(limit)
                : of(limit) + ", " + Math.round(factor * 100) + " % of it since the provider complained";
    }

    private static String number(long amount) {
        return String.format(Locale.ROOT, "%,d", amount);
    }
}
