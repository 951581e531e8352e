package dev.assay.worker.call;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.Ledger;
import dev.assay.budget.ledger.LimitView;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Throttled;
import dev.assay.worker.failure.LimitShown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Notices in the headers of good answers that a provider has counted what the ledger does not know of: others use the
 * account, or tokens are counted in another way.
 *
 * <p>A header says what was left at some moment of its call. By then the provider may have counted of the fleet's calls
 * what was charged when the call was granted, and all that was granted since, at most. Where less is left than that
 * leaves of the limit, somebody else took it. It is looked at again when the journal has been read past the answer, so
 * that what others of the fleet were granted meanwhile is known. Only limits of a minute are corrected; what is shown of
 * a day, or without saying of what, is not.
 */
final class ShownLimits {
    /** By then all that was granted before an answer has been read. */
    private static final long SETTLED_NANOS = Duration.ofSeconds(1).toNanos();

    /** A hundredth is not worth a correction. */
    private static final long LEAST_PART = 100;

    /**
     * How a budget stood when a call was sent.
     *
     * @param view null where that was not known
     * @param own what the call was granted
     */
    record Before(@Nullable BudgetView view, Amounts own, long nanos) {}

    private final Map<String, Shown> noted = new ConcurrentHashMap<>();

    /**
     * What is left is less than it should be, it seems.
     *
     * @param counted what the provider may have counted of the fleet's calls when the call was granted
     * @param ever what was charged until then
     */
    private record Shown(long remaining, long counted, long ever, long nanos) {
        /** What is left of the limit at least, by what is known later. */
        long room(LimitView limit, BudgetView later) {
            return limit.limit().getAmount() - counted - (of(later.ever(), measure(limit)) - ever);
        }
    }

    /**
     * Takes what an answer shows.
     *
     * @param now how the budget stands
     * @return what to tell the ledger
     */
    Optional<Throttled> note(
            String budget, Before before, @Nullable BudgetView now, List<LimitShown> shown, long nanos) {
        if (before.view == null || now == null) {
            return Optional.empty();
        }
        for (LimitShown each : shown) {
            Optional<LimitView> limit = now.uses().stream()
                    .filter(use -> use.limit().getWindow() == BudgetWindow.MINUTE && measure(use) == each.measure())
                    .findFirst();
            if (limit.isPresent() && each.remaining() >= 0 && each.window() == BudgetWindow.MINUTE) {
                Optional<Throttled> told = note(budget, before.view, before, now, limit.get(), each, nanos);
                if (told.isPresent()) {
                    return told;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Throttled> note(
            String budget,
            BudgetView before,
            Before sent,
            BudgetView now,
            LimitView limit,
            LimitShown shown,
            long nanos) {
        String key = budget + " " + measure(limit);
        Shown earlier = noted.get(key);
        if (earlier == null) {
            long counted = before.uses().stream()
                    .filter(use -> use.limit().getWindow() == BudgetWindow.MINUTE && measure(use) == measure(limit))
                    .mapToLong(LimitView::taken)
                    .findFirst()
                    .orElse(Long.MAX_VALUE / 2);
            Shown seen = new Shown(shown.remaining(), counted, of(before.ever(), measure(limit)), nanos);
            if (seen.remaining < seen.room(limit, now)) {
                noted.put(key, seen);
            }
            return Optional.empty();
        }
        if (sent.nanos - earlier.nanos < SETTLED_NANOS || !noted.remove(key, earlier)) {
            return Optional.empty();
        }
        // As of when this call was sent: what was granted with it and since is no part of what was counted then.
        long missing = earlier.room(limit, before) - earlier.remaining;
        return missing <= limit.limit().getAmount() / LEAST_PART
                ? Optional.empty()
                : Optional.of(Throttled.newBuilder()
                        .setUntil(Ledger.NOTHING_REFUSED)
                        .setMeasure(measure(limit))
                        .setWindow(BudgetWindow.MINUTE)
                        .setUsed(limit.taken() + unread(limit, before, now, sent.own) + missing)
                        .setMessage("an answer's headers showed " + earlier.remaining + " remaining")
                        .build());
    }

    /** What the call itself was granted, where that was not read back yet: the ledger has charged it. */
    private static long unread(LimitView limit, BudgetView before, BudgetView now, Amounts own) {
        long granted = of(own, measure(limit));
        return of(now.ever(), measure(limit)) - of(before.ever(), measure(limit)) < granted ? granted : 0;
    }

    private static BudgetMeasure measure(LimitView use) {
        return use.limit().getMeasure();
    }

    private static long of(Amounts amounts, BudgetMeasure measure) {
        return switch (measure) {
            case REQUESTS -> amounts.getRequests();
            case INPUT_TOKENS -> amounts.getInputTokens();
            case OUTPUT_TOKENS -> amounts.getOutputTokens();
            case TOKENS -> amounts.getInputTokens() + amounts.getOutputTokens();
            case MONEY -> amounts.getMoney();
        };
    }
}
