package dev.assay.worker.spend;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** What an attempt takes of a budget: one rule for who charges the ledger and for who compares it with results. */
public final class Billed {
    private static final int HTTP_ERRORS = 400;
    private static final int MICROS = 6;

    private Billed() {}

    /** Whether it is known what was used. */
    public static boolean isCertain(Attempt attempt) {
        boolean isCounted = attempt.getUsage() != null && !attempt.getUsageEstimated();
        return !attempt.getBilledUncertain() && (isCounted || isRefused(attempt));
    }

    /**
     * What was used.
     *
     * @param unknown what stands for the whole where there is no usage, and for money where there is no price
     */
    public static Amounts of(Attempt attempt, Amounts unknown) {
        TokenUsage usage = attempt.getUsage();
        if (usage == null) {
            return isRefused(attempt) ? Spent.of(1, 0, 0, 0) : unknown;
        }
        BigDecimal cost = attempt.getCost();
        return Spent.of(1, usage.getInput(), usage.getOutput(), cost == null ? unknown.getMoney() : micros(cost));
    }

    /** A price in millionths, rounded up. */
    public static long micros(BigDecimal price) {
        return price.movePointRight(MICROS).setScale(0, RoundingMode.UP).longValue();
    }

    /** Whether the provider said no: it counts the request, and bills nothing. */
    private static boolean isRefused(Attempt attempt) {
        Integer status = attempt.getHttpStatus();
        return status != null && status >= HTTP_ERRORS && !attempt.getBilledUncertain();
    }
}
