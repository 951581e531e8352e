package dev.assay.worker.spend;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.Account;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.topics.Names;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant may spend in a lane in a day (UTC), of one of its accounts, which never take from each other. At 80 %
 * somebody is told, at 100 % its jobs go to the cheaper candidates of their routes, at 120 % they stop.
 *
 * @param tenant whose jobs
 * @param lane their lane
 * @param account whose money they spend
 * @param tokens input and output tokens a day; null for as many as there are
 * @param money in the price list's currency a day; null for as much as there is
 * @param whenSpent what its jobs do that may not be called any more; null for waiting
 */
public record TenantLimits(
        String tenant,
        String lane,
        Account account,
        @Nullable Long tokens,
        @Nullable BigDecimal money,
        @Nullable WhenSpent whenSpent) {
    /** Digits after the point of money in the ledger. */
    static final int MONEY_SCALE = 6;

    /** Most money of a day that is taken for meant. */
    private static final BigDecimal MOST_MONEY = BigDecimal.valueOf(1_000_000_000);

    public TenantLimits {
        Names.require("tenant", tenant);
        Names.require("lane", lane);
        LimitSettings.requirePositive("tokens", tokens);
        if (money != null && (money.signum() <= 0 || money.compareTo(MOST_MONEY) > 0)) {
            throw new IllegalArgumentException(
                    "money: " + money.toPlainString() + " (expected: > 0, at most " + MOST_MONEY + " a day)");
        }
        if (tokens == null && money == null) {
            throw new IllegalArgumentException(
                    "tenant: " + tenant + " without a limit (expected: tokens, money or both)");
        }
    }

    @JsonCreator
    static TenantLimits of(
            @JsonProperty(value = "tenant", required = true) @Nullable String tenant,
            @JsonProperty(value = "lane", required = true) @Nullable String lane,
            @JsonProperty(value = "account", required = true) @Nullable String account,
            @JsonProperty("tokens") @Nullable Long tokens,
            @JsonProperty("money") @Nullable BigDecimal money,
            @JsonProperty("whenSpent") @Nullable WhenSpent whenSpent) {
        return new TenantLimits(
                tenant == null ? "" : tenant,
                lane == null ? "" : lane,
                account(account == null ? "" : account),
                tokens,
                money,
                whenSpent);
    }

    private static Account account(String name) {
        for (Account account : Account.values()) {
            if (account.name().toLowerCase(Locale.ROOT).equals(name)) {
                return account;
            }
        }
        throw new IllegalArgumentException("account: " + name + " (expected: business, eval or shadow)");
    }

    /** What the ledger refuses beyond: the last watermark. */
    public List<BudgetLimit> limits() {
        List<BudgetLimit> limits = new ArrayList<>();
        if (tokens != null) {
            limits.add(limit(BudgetMeasure.TOKENS, Watermark.STOP.of(tokens)));
        }
        if (money != null) {
            long micros = money.movePointRight(MONEY_SCALE)
                    .setScale(0, RoundingMode.DOWN)
                    .longValueExact();
            limits.add(limit(BudgetMeasure.MONEY, Watermark.STOP.of(Math.max(1, micros))));
        }
        return limits;
    }

    private static BudgetLimit limit(BudgetMeasure measure, long amount) {
        return BudgetLimit.newBuilder()
                .setMeasure(measure)
                .setWindow(BudgetWindow.DAY)
                .setAmount(amount)
                .build();
    }
}
