package dev.assay.worker.spend;

import dev.assay.schemas.Amounts;

/** Sums of amounts. */
public final class Spent {
    /** No requests, no tokens, no money. */
    public static final Amounts NOTHING = of(0, 0, 0, 0);

    private Spent() {}

    public static Amounts of(long requests, long inputTokens, long outputTokens, long money) {
        return Amounts.newBuilder()
                .setRequests(requests)
                .setInputTokens(inputTokens)
                .setOutputTokens(outputTokens)
                .setMoney(money)
                .build();
    }

    public static Amounts plus(Amounts one, Amounts other) {
        return of(
                one.getRequests() + other.getRequests(),
                one.getInputTokens() + other.getInputTokens(),
                one.getOutputTokens() + other.getOutputTokens(),
                one.getMoney() + other.getMoney());
    }
}
