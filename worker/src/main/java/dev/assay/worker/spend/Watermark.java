package dev.assay.worker.spend;

import dev.assay.budget.ledger.LimitView;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetWindow;
import java.util.List;

/** How far a tenant has come with its quota of a day. The ledger holds the last mark as the limit, and nothing passes it. */
public enum Watermark {
    /** Nothing follows. */
    FINE(0),
    /** Somebody is told. */
    WARN(80),
    /** Its jobs go to the cheaper candidates of their routes. */
    CHEAPER(100),
    /** Its jobs stop. */
    STOP(120);

    private final int percent;

    Watermark(int percent) {
        this.percent = percent;
    }

    public int percent() {
        return percent;
    }

    /** The mark's amount, of a quota. */
    long of(long quota) {
        return Math.multiplyExact(quota, percent) / 100;
    }

    /**
     * The highest mark that a call would pass, or reach, by any of the limits.
     *
     * @param uses how the limits stand, each the last mark's amount
     * @param call what the call may take
     */
    public static Watermark of(List<LimitView> uses, Amounts call) {
        Watermark highest = FINE;
        for (LimitView use : uses) {
            if (use.limit().getWindow() != BudgetWindow.DAY) {
                continue;
            }
            double projected = (double) use.reserved() + use.used() + amount(use, call);
            double ofLimit = projected / use.limit().getAmount() * STOP.percent;
            for (Watermark mark : values()) {
                boolean isPassed = mark == STOP ? ofLimit > mark.percent : ofLimit >= mark.percent;
                if (isPassed && mark.compareTo(highest) > 0) {
                    highest = mark;
                }
            }
        }
        return highest;
    }

    private static long amount(LimitView use, Amounts call) {
        return switch (use.limit().getMeasure()) {
            case REQUESTS -> call.getRequests();
            case INPUT_TOKENS -> call.getInputTokens();
            case OUTPUT_TOKENS -> call.getOutputTokens();
            case TOKENS -> call.getInputTokens() + call.getOutputTokens();
            case MONEY -> call.getMoney();
        };
    }
}
