package dev.assay.worker.spend;

import dev.assay.budget.client.Budgets;
import dev.assay.schemas.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where tenants stand with their quotas of the day, by what every worker reads in the ledger's journal. */
public final class QuotaWatch {
    private record Told(LocalDate day, Watermark mark) {}

    private final Budgets budgets;
    private final Map<String, Told> told = new ConcurrentHashMap<>();

    public QuotaWatch(Budgets budgets) {
        this.budgets = budgets;
    }

    /** The highest mark that a call would reach; the call's amounts may be {@link Spent#NOTHING}. */
    public Watermark reached(String budget, Amounts call) {
        return budgets.view(budget).map(view -> Watermark.of(view.uses(), call)).orElse(Watermark.FINE);
    }

    /** Whether a mark has not been told of before on this day; it counts as told then. A lower one is no news. */
    public boolean isNews(String budget, Watermark mark, Instant now) {
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        boolean[] isNews = new boolean[1];
        told.compute(budget, (key, before) -> {
            boolean isHigher = before == null || !before.day.equals(day) || mark.compareTo(before.mark) > 0;
            isNews[0] = mark != Watermark.FINE && isHigher;
            return isNews[0] ? new Told(day, mark) : before;
        });
        return isNews[0];
    }

    /** Until the day turns, by UTC. */
    public static Duration untilNextDay(Instant now) {
        Instant next = now.atOffset(ZoneOffset.UTC)
                .toLocalDate()
                .plusDays(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        return Duration.between(now, next);
    }
}
